// Every function returns the type that its op infers, so that reading this file tests inference; the second reading
// tests that what is printed is read back.
// RUN: heddle-opt %s | heddle-opt | FileCheck %s
// RUN: heddle-opt %s -canonicalize | FileCheck %s --check-prefix=FOLD

!batch = tensor<?x4xf32, #graph.dims<["batch", "4"]>>
!truth = tensor<?x4xi1, #graph.dims<["batch", "4"]>>

// CHECK-LABEL: @unary
func.func @unary(%x: !batch) -> !batch {
  // CHECK-NEXT: graph.abs %{{.*}} : tensor<?x4xf32, #graph.dims<["batch", "4"]>>
  %0 = graph.abs %x : !batch
  // CHECK-NEXT: graph.neg
  %1 = graph.neg %0 : !batch
  // CHECK-NEXT: graph.exp
  %2 = graph.exp %1 : !batch
  // CHECK-NEXT: graph.sigmoid
  %3 = graph.sigmoid %2 : !batch
  // CHECK-NEXT: graph.sign
  %4 = graph.sign %3 : !batch
  // CHECK-NEXT: graph.log
  %5 = graph.log %4 : !batch
  // CHECK-NEXT: graph.sqrt
  %6 = graph.sqrt %5 : !batch
  // CHECK-NEXT: graph.sin
  %7 = graph.sin %6 : !batch
  // CHECK-NEXT: graph.cos
  %8 = graph.cos %7 : !batch
  // CHECK-NEXT: graph.tan
  %9 = graph.tan %8 : !batch
  // CHECK-NEXT: graph.asin
  %10 = graph.asin %9 : !batch
  // CHECK-NEXT: graph.acos
  %11 = graph.acos %10 : !batch
  // CHECK-NEXT: graph.atan
  %12 = graph.atan %11 : !batch
  // CHECK-NEXT: graph.sinh
  %13 = graph.sinh %12 : !batch
  // CHECK-NEXT: graph.cosh
  %14 = graph.cosh %13 : !batch
  // CHECK-NEXT: graph.tanh
  %15 = graph.tanh %14 : !batch
  // CHECK-NEXT: graph.asinh
  %16 = graph.asinh %15 : !batch
  // CHECK-NEXT: graph.acosh
  %17 = graph.acosh %16 : !batch
  // CHECK-NEXT: graph.atanh
  %18 = graph.atanh %17 : !batch
  // CHECK-NEXT: graph.erf
  %19 = graph.erf %18 : !batch
  // CHECK-NEXT: graph.ceil
  %20 = graph.ceil %19 : !batch
  // CHECK-NEXT: graph.floor
  %21 = graph.floor %20 : !batch
  // CHECK-NEXT: graph.round
  %22 = graph.round %21 : !batch
  return %22 : !batch
}

// CHECK-LABEL: @not_integer
func.func @not_integer(%x: tensor<3xi8>) -> tensor<3xi8> {
  // CHECK-NEXT: graph.not
  %0 = graph.not %x : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// CHECK-LABEL: @predicates
func.func @predicates(%x: !batch) -> (!truth, !truth) {
  // CHECK-NEXT: graph.is_nan
  %0 = graph.is_nan %x : !batch
  // CHECK-NEXT: graph.is_inf %{{.*}} positive true negative false
  %1 = graph.is_inf %x positive true negative false : !batch
  return %0, %1 : !truth, !truth
}

// CHECK-LABEL: @binary_broadcast
func.func @binary_broadcast(%x: !batch, %y: tensor<3x1x1xf32>)
    -> tensor<3x?x4xf32, #graph.dims<["3", "batch", "4"]>> {
  // CHECK-NEXT: graph.add %{{.*}}, %{{.*}} : tensor<?x4xf32, #graph.dims<["batch", "4"]>>, tensor<3x1x1xf32>
  %0 = graph.add %x, %y : !batch, tensor<3x1x1xf32>
  return %0 : tensor<3x?x4xf32, #graph.dims<["3", "batch", "4"]>>
}

// CHECK-LABEL: @binary_integer
func.func @binary_integer(%x: tensor<2x3xui8>, %y: tensor<3xui8>) -> tensor<2x3xui8> {
  // CHECK-NEXT: graph.add
  %0 = graph.add %x, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.sub
  %1 = graph.sub %0, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.mul
  %2 = graph.mul %1, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.div
  %3 = graph.div %2, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.rem
  %4 = graph.rem %3, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.mod
  %5 = graph.mod %4, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.max
  %6 = graph.max %5, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.min
  %7 = graph.min %6, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.and
  %8 = graph.and %7, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.or
  %9 = graph.or %8, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.xor
  %10 = graph.xor %9, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.shift_left
  %11 = graph.shift_left %10, %y : tensor<2x3xui8>, tensor<3xui8>
  // CHECK-NEXT: graph.shift_right
  %12 = graph.shift_right %11, %y : tensor<2x3xui8>, tensor<3xui8>
  return %12 : tensor<2x3xui8>
}

// Two unknown sizes: numpy's rule itself is the size.
// CHECK-LABEL: @binary_two_symbols
func.func @binary_two_symbols(%x: tensor<?xf32, #graph.dims<["m"]>>, %y: tensor<?xf32, #graph.dims<["n"]>>)
    -> tensor<?xf32, #graph.dims<["broadcast(m, n)"]>> {
  // CHECK-NEXT: graph.mul
  %0 = graph.mul %x, %y : tensor<?xf32, #graph.dims<["m"]>>, tensor<?xf32, #graph.dims<["n"]>>
  return %0 : tensor<?xf32, #graph.dims<["broadcast(m, n)"]>>
}

// A symbol against a number other than 1 is that number, or a run ends.
// CHECK-LABEL: @binary_symbol_and_number
func.func @binary_symbol_and_number(%x: tensor<?xf32, #graph.dims<["m"]>>, %y: tensor<7xf32>) -> tensor<7xf32> {
  // CHECK-NEXT: graph.pow
  %0 = graph.pow %x, %y : tensor<?xf32, #graph.dims<["m"]>>, tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: @compare_select
func.func @compare_select(%x: !batch, %y: tensor<4xf32>) -> !batch {
  // CHECK-NEXT: graph.compare lt
  %0 = graph.compare lt %x, %y : !batch, tensor<4xf32>
  // CHECK-NEXT: graph.select
  %1 = graph.select %0, %x, %y : !truth, !batch, tensor<4xf32>
  return %1 : !batch
}

// CHECK-LABEL: @casts
func.func @casts(%x: !batch) -> tensor<?x4xi32, #graph.dims<["batch", "4"]>> {
  // CHECK-NEXT: graph.cast %{{.*}} to f8E5M2 {saturate = false}
  %0 = graph.cast %x to f8E5M2 {saturate = false} : !batch
  // CHECK-NEXT: graph.cast %{{.*}} to f32 :
  %1 = graph.cast %0 to f32 : tensor<?x4xf8E5M2, #graph.dims<["batch", "4"]>>
  // CHECK-NEXT: graph.bitcast %{{.*}} to i32
  %2 = graph.bitcast %1 to i32 : !batch
  return %2 : tensor<?x4xi32, #graph.dims<["batch", "4"]>>
}

// CHECK-LABEL: @quantization
func.func @quantization(%x: !batch, %scale: tensor<4xf32>, %zero: tensor<ui8>) -> !batch {
  // CHECK-NEXT: graph.quantize
  %0 = graph.quantize %x, %scale, %zero : !batch, tensor<4xf32>, tensor<ui8>
  // CHECK-NEXT: graph.dequantize
  %1 = graph.dequantize %0, %scale, %zero : tensor<?x4xui8, #graph.dims<["batch", "4"]>>, tensor<4xf32>, tensor<ui8>
  return %1 : !batch
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

// FOLD-LABEL: @fold_integer_add_zero
// FOLD-NEXT: return %arg0
func.func @fold_integer_add_zero(%x: tensor<3xi32>) -> tensor<3xi32> {
  %zero = graph.constant dense<0> : tensor<i32>
  %0 = graph.add %zero, %x : tensor<i32>, tensor<3xi32>
  %1 = graph.sub %0, %zero : tensor<3xi32>, tensor<i32>
  return %1 : tensor<3xi32>
}

// -0 + 0 is 0, so adding 0 to floats stays.
// FOLD-LABEL: @negative_float_add_zero
// FOLD: graph.add
func.func @negative_float_add_zero(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.add %x, %zero : tensor<3xf32>, tensor<f32>
  return %0 : tensor<3xf32>
}

// FOLD-LABEL: @fold_float_identities
// FOLD-NEXT: return %arg0
func.func @fold_float_identities(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = graph.constant dense<0.0> : tensor<f32>
  %minus = graph.constant dense<-0.0> : tensor<3xf32>
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.sub %x, %zero : tensor<3xf32>, tensor<f32>
  %1 = graph.add %0, %minus : tensor<3xf32>, tensor<3xf32>
  %2 = graph.mul %one, %1 : tensor<f32>, tensor<3xf32>
  %3 = graph.div %2, %one : tensor<3xf32>, tensor<f32>
  return %3 : tensor<3xf32>
}

// The constant stretches x, so the product is not x.
// FOLD-LABEL: @negative_mul_one_stretches
// FOLD: graph.mul
func.func @negative_mul_one_stretches(%x: tensor<1xf32>) -> tensor<3xf32> {
  %one = graph.constant dense<1.0> : tensor<3xf32>
  %0 = graph.mul %x, %one : tensor<1xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Nothing says that two unnamed sizes are equal.
// FOLD-LABEL: @negative_unnamed_sizes
// FOLD: graph.mul
func.func @negative_unnamed_sizes(%x: tensor<?xf32>) -> tensor<?xf32, #graph.dims<["unknown.0"]>> {
  %one = graph.constant dense<1.0> : tensor<f32>
  %0 = graph.mul %x, %one : tensor<?xf32>, tensor<f32>
  return %0 : tensor<?xf32, #graph.dims<["unknown.0"]>>
}

// FOLD-LABEL: @fold_select
// FOLD-NEXT: return %arg2, %arg1, %arg1
func.func @fold_select(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %false = graph.constant dense<false> : tensor<2xi1>
  %true = graph.constant dense<true> : tensor<i1>
  %0 = graph.select %false, %x, %y : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
  %1 = graph.select %true, %x, %y : tensor<i1>, tensor<2xf32>, tensor<2xf32>
  %2 = graph.select %c, %x, %x : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// FOLD-LABEL: @fold_cast
// FOLD-NEXT: return %arg0
func.func @fold_cast(%x: !batch) -> !batch {
  %0 = graph.cast %x to f32 : !batch
  return %0 : !batch
}
