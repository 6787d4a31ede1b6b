//! Macros that choose the code of a SIMD level at run time.

/// Declares an enum with one variant per SIMD level, each with the type that implements the level,
/// and its constructor `new(level, …) -> Option<Self>`.
///
/// The variants of levels that the build cannot contain (another architecture, or
/// `GORDIAN_PORTABLE=1`) are left out, and `new` returns `None` for these levels. Each variant
/// gives its constructor expression after `=>`, an `Option`: `None` if the machine lacks the level.
/// [`match_simd_level!`](crate::match_simd_level) calls the code of the level that a value holds.
///
/// # Example
///
/// ```
/// use gordian_core::{SimdLevel, match_simd_level, simd_levels};
///
/// /// Adds numbers with registers of 64 `N` bits.
/// struct Adder<const N: usize>;
///
/// impl<const N: usize> Adder<N> {
///     fn new(level: SimdLevel) -> Option<Self> {
///         level.is_available().then_some(Self)
///     }
///     fn sum(&self, numbers: &[u64]) -> u64 {
///         numbers.chunks(N).map(|chunk| chunk.iter().sum::<u64>()).sum()
///     }
/// }
///
/// simd_levels! {
///     enum AnyAdder {
///         Avx512(Adder<8>) => Adder::new(SimdLevel::Avx512),
///         Avx2(Adder<4>) => Adder::new(SimdLevel::Avx2),
///         Portable(Adder<1>) => Adder::new(SimdLevel::Portable),
///     }
///     fn new();
/// }
///
/// let adder = AnyAdder::new(SimdLevel::best()).expect("the machine has this level");
/// assert_eq!(match_simd_level!(AnyAdder, &adder, adder => adder.sum(&[1, 2, 3])), 6);
/// ```
#[macro_export]
macro_rules! simd_levels {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            Avx512($avx512:ty) => $new_avx512:expr,
            Avx2($avx2:ty) => $new_avx2:expr,
            Portable($portable:ty) => $new_portable:expr,
        }
        fn new($($argument:ident: $type:ty),*);
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            #[cfg(gordian_simd)]
            Avx512($avx512),
            #[cfg(gordian_simd)]
            Avx2($avx2),
            Portable($portable),
        }

        impl $name {
            /// Returns the code of `level`, or `None` if the machine cannot run it.
            $visibility fn new(level: $crate::SimdLevel $(, $argument: $type)*) -> Option<Self> {
                match level {
                    #[cfg(gordian_simd)]
                    $crate::SimdLevel::Avx512 => $new_avx512.map(Self::Avx512),
                    #[cfg(gordian_simd)]
                    $crate::SimdLevel::Avx2 => $new_avx2.map(Self::Avx2),
                    #[cfg(not(gordian_simd))]
                    $crate::SimdLevel::Avx512 | $crate::SimdLevel::Avx2 => None,
                    $crate::SimdLevel::Portable => $new_portable.map(Self::Portable),
                }
            }
        }
    };
}

/// Evaluates an expression with the value of whichever variant an enum of
/// [`simd_levels!`](crate::simd_levels) has: `match_simd_level!(Enum, value, inner => expression)`.
///
/// The expression is compiled once per level.
#[macro_export]
macro_rules! match_simd_level {
    ($enum:ident, $value:expr, $inner:ident => $expression:expr) => {
        match $value {
            #[cfg(gordian_simd)]
            $enum::Avx512($inner) => $expression,
            #[cfg(gordian_simd)]
            $enum::Avx2($inner) => $expression,
            $enum::Portable($inner) => $expression,
        }
    };
}
