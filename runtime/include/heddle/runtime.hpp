//===- runtime.hpp - runtime.h for C++ --------------------------*- C++ -*-===//
//
// Owners of models, sessions and communicators that release them, and tensors over containers. Nothing else
// is added: statuses stay return values, and the C functions are called with the owners.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HPP
#define HEDDLE_RUNTIME_HPP

#include "heddle/runtime.h"
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace heddle {

/// Owns a handle that `Release` gives back. Moves, does not copy.
template <typename Handle, void (*Release)(Handle *)> class Owner {
public:
  Owner() = default;
  explicit Owner(Handle *handle) : handle(handle) {}
  Owner(Owner &&other) noexcept : handle(std::exchange(other.handle, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    std::swap(handle, other.handle);
    return *this;
  }
  ~Owner() { Release(handle); }

  /// For the C functions; null if nothing is owned.
  operator Handle *() const { return handle; }
  /// Where a function that creates writes the handle; what was owned before is released.
  Handle **out() {
    Release(std::exchange(handle, nullptr));
    return &handle;
  }

private:
  Handle *handle = nullptr;
};

using Model = Owner<heddle_model_t, heddle_model_release>;
using Session = Owner<heddle_session_t, heddle_session_release>;
/// Declare it before its sessions, so that they go first.
using Communicator = Owner<heddle_communicator_t, heddle_communicator_release>;

/// The number of an element type: elementType<float>() is HEDDLE_F32. Types with no counterpart do not
/// compile.
template <typename T> constexpr heddle_dtype_t elementType();
template <> constexpr heddle_dtype_t elementType<float>() { return HEDDLE_F32; }
template <> constexpr heddle_dtype_t elementType<double>() { return HEDDLE_F64; }
template <> constexpr heddle_dtype_t elementType<int8_t>() { return HEDDLE_I8; }
template <> constexpr heddle_dtype_t elementType<int16_t>() { return HEDDLE_I16; }
template <> constexpr heddle_dtype_t elementType<int32_t>() { return HEDDLE_I32; }
template <> constexpr heddle_dtype_t elementType<int64_t>() { return HEDDLE_I64; }
template <> constexpr heddle_dtype_t elementType<uint8_t>() { return HEDDLE_U8; }
template <> constexpr heddle_dtype_t elementType<uint16_t>() { return HEDDLE_U16; }
template <> constexpr heddle_dtype_t elementType<uint32_t>() { return HEDDLE_U32; }
template <> constexpr heddle_dtype_t elementType<uint64_t>() { return HEDDLE_U64; }
template <> constexpr heddle_dtype_t elementType<bool>() { return HEDDLE_BOOL; }
template <> constexpr heddle_dtype_t elementType<heddle_string_t>() { return HEDDLE_STRING; }

/// A view of `elements` (a vector, an array) with the sizes `dims` (a container of int64_t); both stay the
/// caller's.
template <typename Elements, typename Dims>
heddle_tensor_t tensor(const Elements &elements, const Dims &dims) {
  using Element = std::remove_cv_t<std::remove_reference_t<decltype(*std::data(elements))>>;
  return {elementType<Element>(), uint32_t(std::size(dims)), std::data(dims), std::data(elements),
          std::size(elements) * sizeof(Element)};
}

/// The elements of a tensor that a session gave, or null if they are not of type T.
template <typename T> const T *elements(const heddle_tensor_t &tensor) {
  return tensor.dtype == elementType<T>() ? static_cast<const T *>(tensor.data) : nullptr;
}

} // namespace heddle

#endif // HEDDLE_RUNTIME_HPP
