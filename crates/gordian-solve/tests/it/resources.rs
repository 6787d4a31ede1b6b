//! What requests share.

use std::collections::BTreeSet;

use gordian_solve::{Resources, ResourcesConfig};

#[test]
fn seeds_of_different_configurations_differ() {
    let mut given = BTreeSet::new();
    for seed in 0..20 {
        let resources = Resources::new(ResourcesConfig { seed, ..ResourcesConfig::default() });
        for nth in 0..50 {
            assert!(given.insert(resources.fresh_seed()), "seed {nth} that follows from {seed}");
        }
    }
}
