//! The portable kernels, word by word: the reference and the fallback.

use super::{Actions, Kernel};
use crate::map::Group;
use crate::orbit::{ColumnMap, Dihedral, Entry, LANES, LaneAction, LaneActions};

/// Kernels on 64-bit words.
pub(crate) struct Portable {
    actions: Vec<LaneActions>,
    /// `bits[b][n][byte]`: `byte` with bit `y` taken from bit `b·y·n`.
    bits: Box<[[[u8; 256]; 8]; 8]>,
}

impl Portable {
    /// Returns kernels for these lane actions.
    pub(crate) fn new(actions: &Actions) -> Self {
        let mut bits = Box::new([[[0; 256]; 8]; 8]);
        for b in Dihedral::ALL {
            for n in Dihedral::ALL {
                let table = &mut bits[usize::from(b.index())][usize::from(n.index())];
                for (byte, entry) in (0..=u8::MAX).zip(table.iter_mut()) {
                    for y in Dihedral::ALL {
                        let from = b.compose(y).compose(n).index();
                        *entry |= (byte >> from & 1) << y.index();
                    }
                }
            }
        }
        Self { actions: actions.to_vec(), bits }
    }

    fn pull_entries(
        &self,
        target: &mut Group,
        source: &Group,
        entries: &[Entry],
        action: &LaneAction,
    ) {
        for entry in entries {
            let from = &source[usize::from(entry.source)].0;
            let into = &mut target[usize::from(entry.target)].0;
            let k = Dihedral::ALL[usize::from(entry.k)];
            for lane in 0..LANES {
                let word = from[usize::from(action.lane[lane])].to_le_bytes();
                if word == [0; 8] {
                    continue;
                }
                let bits = &self.bits[usize::from(action.bit[lane].index())][usize::from(entry.n)];
                let a = action.byte[lane];
                let moved = Dihedral::ALL.map(|x| {
                    let byte = word[usize::from(a.compose(x).compose(k).index())];
                    bits[usize::from(byte)]
                });
                let moved = u64::from_le_bytes(moved);
                into[lane] |= if action.exchanged { transpose(moved) } else { moved };
            }
        }
    }
}

/// Exchanges bytes and bits of an 8 × 8 matrix.
///
/// *Source*: Warren, Hacker's Delight, 2nd edition, section 7-3: three rounds of block swaps.
fn transpose(word: u64) -> u64 {
    let round = |word: u64, shift: u32, mask: u64| {
        let differ = (word ^ (word >> shift)) & mask;
        word ^ differ ^ (differ << shift)
    };
    let word = round(word, 7, 0x00AA_00AA_00AA_00AA);
    let word = round(word, 14, 0x0000_CCCC_0000_CCCC);
    round(word, 28, 0x0000_0000_F0F0_F0F0)
}

impl Kernel for Portable {
    fn pull(
        &self,
        target: &mut Group,
        source: &Group,
        map: &ColumnMap,
        action: usize,
        _next: &Group,
    ) {
        let LaneActions { straight, exchanged } = &self.actions[action];
        self.pull_entries(target, source, map.straight(), straight);
        self.pull_entries(target, source, map.exchanged(), exchanged);
    }

    fn count(&self, group: &Group) -> u64 {
        group.iter().flat_map(|block| block.0).map(|word| u64::from(word.count_ones())).sum()
    }

    fn count_union(&self, a: &Group, b: &Group) -> u64 {
        let words = a.iter().zip(b).flat_map(|(a, b)| a.0.into_iter().zip(b.0));
        words.map(|(a, b)| u64::from((a | b).count_ones())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::transpose;

    #[test]
    fn transpose_exchanges_bytes_and_bits() {
        for bit in 0..64 {
            assert_eq!(transpose(1 << bit), 1 << (bit % 8 * 8 + bit / 8), "bit {bit}");
        }
    }
}
