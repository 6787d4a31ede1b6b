//! Addresses of states.

use gordian_atlas::orbit::{BLOCKS, StateAddress};
use gordian_atlas::square1::Model;
use gordian_core::Random;
use gordian_perm::perm8::{COUNT, Perm8};
use gordian_perm::square1::Colours;

#[test]
fn locate_inverts_state() {
    for colours in [Colours::Silver, Colours::Six] {
        let model = Model::new(colours);
        let layout = model.layout();
        for block in (0..BLOCKS).step_by(7) {
            for lane in 0..layout.n_lanes() {
                for bit in 0..64 {
                    let address = StateAddress {
                        group: u16::try_from((block * 64 + bit) % layout.n_groups()).expect("few"),
                        block: u16::try_from(block).expect("few"),
                        lane: u8::try_from(lane).expect("few"),
                        bit: u8::try_from(bit).expect("few"),
                    };
                    let (columns, rows) = layout.state(address);
                    assert_eq!(layout.locate(columns, &rows), address);
                }
            }
        }
    }
}

/// The number of states per address equals the number of relabellings.
#[test]
fn every_address_holds_equally_many_states() {
    let model = Model::new(Colours::Silver);
    let layout = model.layout();
    let rows = [0, 1, 0, 2, 1, 3, 2, 3];
    let mut taken = vec![0_u64; 8 * 64 * BLOCKS];
    for rank in 0..COUNT {
        let address = layout.locate(Perm8::unrank(rank), &rows);
        let lane = usize::from(address.lane);
        taken[(lane * BLOCKS + usize::from(address.block)) * 64 + usize::from(address.bit)] += 1;
    }
    // With one arrangement of rows, the relabellings by G have other rows, so each address occurs
    // once.
    assert_eq!(taken.iter().max(), Some(&1));
    assert_eq!(taken.iter().sum::<u64>(), u64::from(COUNT));
}

#[test]
fn relabelled_states_share_an_address() {
    let model = Model::new(Colours::Six);
    let layout = model.layout();
    let mut random = Random::new(4);
    // The turns of the solved layers, and their exchange.
    let turn = |top: u8, bottom: u8, exchange: bool| {
        let labels = [0, 1, 2, 3, 4, 5, 6, 7].map(|label: u8| {
            let turned = if label < 4 { (label + top) % 4 } else { 4 + (label + bottom) % 4 };
            if exchange { (turned + 4) % 8 } else { turned }
        });
        Perm8::new(labels).expect("a permutation")
    };
    for _ in 0..500 {
        let big = Perm8::unrank(u16::try_from(random.below(usize::from(COUNT))).expect("small"));
        let small = Perm8::unrank(u16::try_from(random.below(usize::from(COUNT))).expect("small"));
        let address = layout.locate(big, &small.images());
        for top in 0..4 {
            for bottom in 0..4 {
                for exchange in [false, true] {
                    let labels = turn(top, bottom, exchange);
                    let moved = layout.locate(labels.compose(big), &labels.compose(small).images());
                    assert_eq!(moved, address);
                }
            }
        }
    }
}
