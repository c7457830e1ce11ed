//! The part of a value that is learned over a game's inputs: a linear sum, or one hidden layer.

use fairyring_game::{below, stream};

/// Hundredths of a pawn that an output of 1 of the hidden layer counts.
const PAWN: f64 = 100.0;

/// Stream of the first parameters of a hidden layer.
const PARAMETERS: u32 = 0x6e_6574;

/// Inputs of one team: index and strength.
pub(crate) type Sparse = [(u32, f32)];

/// The value of a position as the difference of two sums, of the inputs that either team sees.
///
/// Without hidden units the parameters are one weight an input, in hundredths of a pawn. With `h` of them they are `h`
/// weights an input, `h` biases and `h` output weights of rectified linear units.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Number of inputs; 0 where there is no net.
    inputs: usize,
    /// Number of hidden units; 0 for a linear sum.
    hidden: usize,
    parameters: Vec<f32>,
}

impl Net {
    /// Number of parameters of a shape.
    #[must_use]
    pub const fn size(inputs: usize, hidden: usize) -> usize {
        if hidden == 0 { inputs } else { (inputs + 2) * hidden }
    }

    /// The parameters that training begins with: 0 for a linear sum, small random numbers for a layer.
    #[must_use]
    pub fn begin(inputs: usize, hidden: usize, seed: u64) -> Vec<f64> {
        let mut random = stream(seed, PARAMETERS);
        let mut uniform = || below(&mut random, 1 << 53) as f64 / (1u64 << 52) as f64 - 1.0;
        let mut parameters = vec![0.0; Self::size(inputs, hidden)];
        if hidden > 0 && inputs > 0 {
            // About thirty inputs are not 0 at a time.
            parameters[..inputs * hidden].iter_mut().for_each(|weight| *weight = 0.1 * uniform());
            parameters[(inputs + 1) * hidden..].iter_mut().for_each(|weight| *weight = 0.1 * uniform());
        }
        parameters
    }

    /// The net of a shape with these parameters, whose number is [`Net::size`].
    #[must_use]
    pub fn new(inputs: usize, hidden: usize, parameters: &[f64]) -> Self {
        assert_eq!(parameters.len(), Self::size(inputs, hidden), "a net has the parameters of its shape");
        Self { inputs, hidden, parameters: parameters.iter().map(|&parameter| parameter as f32).collect() }
    }

    /// Whether it adds nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.inputs == 0
    }

    /// Sums of the hidden units before they are rectified.
    fn sums(&self, inputs: &Sparse) -> Vec<f32> {
        let width = self.hidden;
        let mut sums = self.parameters[self.inputs * width..(self.inputs + 1) * width].to_vec();
        for &(index, strength) in inputs {
            let row = &self.parameters[index as usize * width..(index as usize + 1) * width];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += strength * weight);
        }
        sums
    }

    /// The value for the first team, in hundredths of a pawn.
    #[must_use]
    pub fn value(&self, first: &Sparse, second: &Sparse) -> f64 {
        if self.hidden == 0 {
            let sum = |inputs: &Sparse| -> f64 {
                inputs.iter().map(|&(index, strength)| f64::from(strength * self.parameters[index as usize])).sum()
            };
            return sum(first) - sum(second);
        }
        let outputs = &self.parameters[(self.inputs + 1) * self.hidden..];
        let sum: f32 = self
            .sums(first)
            .iter()
            .zip(self.sums(second))
            .zip(outputs)
            .map(|((a, b), output)| output * (a.max(0.0) - b.max(0.0)))
            .sum();
        PAWN * f64::from(sum)
    }

    /// Adds `slope` times the derivative of [`Net::value`] by each parameter.
    pub(crate) fn add_gradient(&self, first: &Sparse, second: &Sparse, slope: f64, gradient: &mut [f64]) {
        let (inputs, width) = (self.inputs, self.hidden);
        for (sign, seen) in [(1.0, first), (-1.0, second)] {
            let slope = sign * slope;
            if width == 0 {
                for &(index, strength) in seen {
                    gradient[index as usize] += slope * f64::from(strength);
                }
                continue;
            }
            let sums = self.sums(seen);
            let slope = slope * PAWN;
            for unit in (0..width).filter(|&unit| sums[unit] > 0.0) {
                let below = slope * f64::from(self.parameters[(inputs + 1) * width + unit]);
                gradient[(inputs + 1) * width + unit] += slope * f64::from(sums[unit]);
                gradient[inputs * width + unit] += below;
                for &(index, strength) in seen {
                    gradient[index as usize * width + unit] += below * f64::from(strength);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        let (first, second) = ([(0, 1.0), (2, 2.0)], [(1, 1.0), (2, 1.0)]);
        for hidden in [0, 3] {
            let parameters: Vec<f64> =
                (0..Net::size(3, hidden)).map(|i| 0.3 * f64::from(i as u32 * 7 % 5) - 0.5).collect();
            let mut gradient = vec![0.0; parameters.len()];
            Net::new(3, hidden, &parameters).add_gradient(&first, &second, 2.0, &mut gradient);
            for i in 0..parameters.len() {
                let value = |step: f64| {
                    let mut moved = parameters.clone();
                    moved[i] += step;
                    Net::new(3, hidden, &moved).value(&first, &second)
                };
                let slope = 2.0 * (value(1.0 / 64.0) - value(-1.0 / 64.0)) * 32.0;
                assert!((slope - gradient[i]).abs() <= 1e-3 * (1.0 + slope.abs()), "{i}: {slope} {gradient:?}");
            }
        }
    }

    #[test]
    fn exchanged_teams_have_the_opposite_value() {
        for hidden in [0, 4] {
            let net = Net::new(5, hidden, &Net::begin(5, hidden, 9));
            let (a, b) = ([(0, 1.0), (3, 0.5)], [(4, 1.0)]);
            assert_eq!(net.value(&a, &b), -net.value(&b, &a));
        }
    }
}
