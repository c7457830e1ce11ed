//! Counts of values.

/// How many endings are won, drawn and lost for the side to move, and by how much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Endings worth more than 0.
    pub win: u64,
    /// Endings worth 0.
    pub draw: u64,
    /// Endings worth less than 0.
    pub loss: u64,
    /// Sum of all values.
    pub sum: i64,
    /// How many endings have each value, from the least that occurs to the greatest.
    pub values: Vec<(i8, u64)>,
}

impl Statistics {
    /// Counts values given as signed bytes.
    pub(crate) fn of(values: impl Iterator<Item = u8>) -> Self {
        let mut counts = [0u64; 256];
        for value in values {
            counts[usize::from(value)] += 1;
        }
        let values: Vec<(i8, u64)> = (i8::MIN..=i8::MAX)
            .map(|value| (value, counts[usize::from(value as u8)]))
            .filter(|&(_, n)| n > 0)
            .collect();
        let count = |wanted: fn(i8) -> bool| values.iter().filter(|&&(value, _)| wanted(value)).map(|&(_, n)| n).sum();
        Self {
            win: count(|value| value > 0),
            draw: count(|value| value == 0),
            loss: count(|value| value < 0),
            sum: values.iter().map(|&(value, n)| i64::from(value) * n as i64).sum(),
            values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_with_their_signs() {
        let counted = Statistics::of([3i8, -2, 0, 0, 3, -128].into_iter().map(|value| value as u8));
        let values = vec![(-128, 1), (-2, 1), (0, 2), (3, 2)];
        assert_eq!(counted, Statistics { win: 2, draw: 2, loss: 2, sum: -124, values });
    }
}
