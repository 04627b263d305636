//===- ElfObject.cpp - an object file around data -------------------------===//
//
// Layout: header, the data at the first page, symbol table, names, section headers. Written front to back.
//
//===----------------------------------------------------------------------===//

#include "codegen/Artifact/ElfObject.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <string>

using namespace llvm;

static constexpr uint64_t kPageBytes = 4096;

namespace {
enum Section : uint16_t { kNull, kData, kStack, kSymbols, kNames, kSectionNames, kNumSections };
} // namespace

template <typename T> static void write(raw_ostream &out, const T &value) {
  out.write(reinterpret_cast<const char *>(&value), sizeof(T));
}

/// A name in a table of names, and the table with it appended.
static uint32_t addName(std::string &table, StringRef name) {
  uint32_t place = table.size();
  table += name.str();
  table += '\0';
  return place;
}

static ELF::Elf64_Ehdr makeHeader(uint64_t sectionsAt) {
  ELF::Elf64_Ehdr header = {};
  std::memcpy(header.e_ident, ELF::ElfMagic, 4);
  header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
  header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
  header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
  header.e_type = ELF::ET_REL;
  header.e_machine = ELF::EM_X86_64;
  header.e_version = ELF::EV_CURRENT;
  header.e_shoff = sectionsAt;
  header.e_ehsize = sizeof(ELF::Elf64_Ehdr);
  header.e_shentsize = sizeof(ELF::Elf64_Shdr);
  header.e_shnum = kNumSections;
  header.e_shstrndx = kSectionNames;
  return header;
}

static ELF::Elf64_Shdr makeSection(uint32_t name, uint32_t type, uint64_t offset, uint64_t size,
                                   uint64_t alignment) {
  ELF::Elf64_Shdr section = {};
  section.sh_name = name;
  section.sh_type = type;
  section.sh_offset = offset;
  section.sh_size = size;
  section.sh_addralign = alignment;
  return section;
}

void heddle::artifact::writeDataObject(raw_ostream &out, StringRef symbol, uint64_t bytes,
                                       function_ref<void(raw_ostream &)> writeData) {
  std::string names(1, '\0'), sectionNames(1, '\0');
  ELF::Elf64_Sym symbols[2] = {};
  symbols[1].st_name = addName(names, symbol);
  symbols[1].setBindingAndType(ELF::STB_GLOBAL, ELF::STT_OBJECT);
  symbols[1].st_other = ELF::STV_HIDDEN;
  symbols[1].st_shndx = kData;
  symbols[1].st_size = bytes;

  uint64_t symbolsAt = alignTo(kPageBytes + bytes, 8), namesAt = symbolsAt + sizeof(symbols);
  ELF::Elf64_Shdr sections[kNumSections] = {};
  sections[kData] =
      makeSection(addName(sectionNames, ".heddle.weights"), ELF::SHT_PROGBITS, kPageBytes, bytes, kPageBytes);
  sections[kData].sh_flags = ELF::SHF_ALLOC;
  sections[kStack] =
      makeSection(addName(sectionNames, ".note.GNU-stack"), ELF::SHT_PROGBITS, symbolsAt, 0, 1);
  sections[kSymbols] =
      makeSection(addName(sectionNames, ".symtab"), ELF::SHT_SYMTAB, symbolsAt, sizeof(symbols), 8);
  sections[kSymbols].sh_link = kNames;
  sections[kSymbols].sh_info = 1; // the first global symbol
  sections[kSymbols].sh_entsize = sizeof(ELF::Elf64_Sym);
  sections[kNames] = makeSection(addName(sectionNames, ".strtab"), ELF::SHT_STRTAB, namesAt, names.size(), 1);
  uint32_t own = addName(sectionNames, ".shstrtab");
  uint64_t sectionNamesAt = namesAt + names.size();
  sections[kSectionNames] = makeSection(own, ELF::SHT_STRTAB, sectionNamesAt, sectionNames.size(), 1);
  uint64_t sectionsAt = alignTo(sectionNamesAt + sectionNames.size(), 8);

  write(out, makeHeader(sectionsAt));
  out.write_zeros(kPageBytes - sizeof(ELF::Elf64_Ehdr));
  writeData(out);
  out.write_zeros(symbolsAt - kPageBytes - bytes);
  write(out, symbols);
  out << names << sectionNames;
  out.write_zeros(sectionsAt - sectionNamesAt - sectionNames.size());
  write(out, sections);
}
