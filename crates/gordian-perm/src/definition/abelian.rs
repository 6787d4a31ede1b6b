//! Invariants of a group of transformations in an abelian group: parities and sums of orientations.
//!
//! The positions split into *components*, which the generators permute transitively. The parity of
//! the permutation of a component and the sum of its twists are homomorphisms, so they map a group
//! into a product of cyclic groups, and the size of the image limits the order of the group.

use num_bigint::BigUint;

use super::state::Transformation;

/// A set of positions that the generators permute transitively.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The positions, in ascending order.
    pub(crate) positions: Vec<usize>,
    /// The number of orientations.
    pub(crate) modulus: u8,
}

/// Returns the components of all positions that a generator moves or turns.
pub(crate) fn components(moduli: &[u8], generators: &[Transformation]) -> Vec<Component> {
    let mut parents: Vec<usize> = (0..moduli.len()).collect();
    fn root(parents: &mut [usize], mut position: usize) -> usize {
        while parents[position] != position {
            parents[position] = parents[parents[position]];
            position = parents[position];
        }
        position
    }
    let mut is_changed = vec![false; moduli.len()];
    for generator in generators {
        for (to, (&from, &twist)) in generator.sources().iter().zip(generator.twists()).enumerate()
        {
            let from = usize::from(from);
            is_changed[to] |= from != to || twist != 0;
            let (a, b) = (root(&mut parents, to), root(&mut parents, from));
            parents[a.max(b)] = a.min(b);
        }
    }
    let mut components: Vec<Component> = Vec::new();
    let mut numbers = vec![usize::MAX; moduli.len()];
    for position in (0..moduli.len()).filter(|&position| is_changed[position]) {
        let root = root(&mut parents, position);
        if numbers[root] == usize::MAX {
            numbers[root] = components.len();
            components.push(Component { positions: Vec::new(), modulus: moduli[position] });
        }
        components[numbers[root]].positions.push(position);
    }
    components
}

/// The moduli of the invariants: for each component 2 for the parity and the number of orientations
/// for the sum of twists; a modulus of 1 stands for an invariant without meaning.
pub(crate) fn invariant_moduli(components: &[Component]) -> Vec<u64> {
    let moduli = components.iter().map(|component| {
        let parity = if component.positions.len() > 1 { 2 } else { 1 };
        [parity, u64::from(component.modulus)]
    });
    moduli.flatten().collect()
}

/// Returns the invariants of a transformation.
pub(crate) fn invariants(components: &[Component], transformation: &Transformation) -> Vec<u64> {
    let mut seen = vec![false; transformation.sources().len()];
    let mut result = Vec::new();
    for component in components {
        let (mut parity, mut sum) = (0, 0);
        for &start in &component.positions {
            let mut length = 0_u64;
            let mut position = start;
            while !seen[position] {
                seen[position] = true;
                length += 1;
                sum += u64::from(transformation.twists()[position]);
                position = usize::from(transformation.sources()[position]);
            }
            parity ^= length.saturating_sub(1) & 1;
        }
        result.extend([parity, sum % u64::from(component.modulus)]);
    }
    result
}

/// Returns the order of the subgroup that `generators` generate in the product of the cyclic groups
/// with these `moduli`.
///
/// The subgroup together with the multiples of the moduli is a lattice; it is brought to triangular
/// form, one column at a time, and its index in the lattice of all vectors is the product of the
/// diagonal.
pub(crate) fn subgroup_order(moduli: &[u64], generators: &[Vec<u64>]) -> BigUint {
    let mut rows: Vec<Vec<u64>> = generators.to_vec();
    let mut order = BigUint::from(1_u8);
    for (column, &modulus) in moduli.iter().enumerate() {
        let mut multiple = vec![0; moduli.len()];
        // Not reduced: as a residue it would be 0.
        multiple[column] = modulus;
        rows.push(multiple);
        loop {
            let nonzero = rows.iter().enumerate().filter(|(_, row)| row[column] != 0);
            let pivot = nonzero.min_by_key(|(_, row)| row[column]).map(|(index, _)| index);
            let pivot = rows.swap_remove(pivot.expect("the multiple of the modulus is not zero"));
            let mut is_clear = true;
            for row in &mut rows {
                let quotient = row[column] / pivot[column];
                if quotient == 0 {
                    continue;
                }
                row[column] -= quotient * pivot[column];
                for (other, &modulus) in moduli.iter().enumerate().skip(column + 1) {
                    let taken = quotient % modulus * pivot[other] % modulus;
                    row[other] = (row[other] + modulus - taken) % modulus;
                }
                is_clear &= row[column] == 0;
            }
            is_clear &= rows.iter().all(|row| row[column] == 0);
            if is_clear {
                order *= modulus / pivot[column];
                break;
            }
            rows.push(pivot);
        }
        rows.retain(|row| row[column + 1..].iter().any(|&entry| entry != 0));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the subgroup by adding generators until nothing is new.
    fn counted(moduli: &[u64], generators: &[Vec<u64>]) -> usize {
        let mut found = vec![vec![0; moduli.len()]];
        let mut next = 0;
        while next < found.len() {
            for generator in generators {
                let sum: Vec<u64> = (found[next].iter().zip(generator).zip(moduli))
                    .map(|((a, b), modulus)| (a + b) % modulus)
                    .collect();
                if !found.contains(&sum) {
                    found.push(sum);
                }
            }
            next += 1;
        }
        found.len()
    }

    #[test]
    fn order_of_a_subgroup_equals_the_counted_one() {
        let mut random = gordian_core::Random::new(5);
        for _ in 0..300 {
            let moduli: Vec<u64> = (0..3).map(|_| *random.choose(&[1, 2, 3, 4, 6, 8])).collect();
            let generators: Vec<Vec<u64>> = (0..random.below(4))
                .map(|_| moduli.iter().map(|&modulus| random.bits() % modulus).collect())
                .collect();
            let expected = BigUint::from(counted(&moduli, &generators));
            assert_eq!(subgroup_order(&moduli, &generators), expected, "{moduli:?} {generators:?}");
        }
    }
}
