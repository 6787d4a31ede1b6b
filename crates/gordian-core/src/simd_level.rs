//! SIMD levels: the instruction sets for which kernels are compiled.

/// An instruction set for kernels that compute many lanes at once; all levels give the same
/// results.
///
/// The level is detected at run time and never fixed at build time. A build with
/// `GORDIAN_PORTABLE=1` contains only [`SimdLevel::Portable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimdLevel {
    /// 512-bit registers with byte permutations, bit-matrix products and population counts (AVX-512
    /// F, BW, DQ, VL, VBMI, BITALG, VPOPCNTDQ and GFNI; Ice Lake and Zen 4 were the first).
    Avx512,
    /// 256-bit registers (AVX2, BMI1, BMI2, LZCNT, POPCNT; Haswell and Zen were the first).
    Avx2,
    /// 64-bit words; available on all machines.
    Portable,
}

impl SimdLevel {
    /// All levels, fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the name that results and the command line use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Returns whether this machine supports the level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Avx512 => has_avx512(),
            Self::Avx2 => has_avx2(),
            Self::Portable => true,
        }
    }

    /// Returns the fastest level that this machine supports.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|level| level.is_available()).unwrap_or(Self::Portable)
    }

    /// Returns the levels that this machine supports, fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_available())
    }
}

#[cfg(gordian_simd)]
fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni")
}

#[cfg(gordian_simd)]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[cfg(not(gordian_simd))]
fn has_avx512() -> bool {
    false
}

#[cfg(not(gordian_simd))]
fn has_avx2() -> bool {
    false
}
