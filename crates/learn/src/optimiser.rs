//! How parameters move: Adam, with steps in the unit of the value, and an average over the way.

/// Decay of the mean gradient and of its mean square (Kingma and Ba 2015).
const BETA: [f64; 2] = [0.9, 0.99];

/// Below every gradient that matters.
const EPSILON: f64 = 1e-12;

/// Weight of later parameters in the average (polynomial decay; Shamir and Zhang 2013, eta of 3).
const ETA: f64 = 3.0;

/// Parameters and what the optimiser remembers of them, one number a parameter in every list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Optimiser {
    pub(crate) parameters: Vec<f64>,
    /// Average of the parameters over the updates, later ones weighing more: what is used in the end.
    pub(crate) average: Vec<f64>,
    pub(crate) mean: Vec<f64>,
    pub(crate) square: Vec<f64>,
}

impl Optimiser {
    /// Before the first update.
    pub(crate) fn new(parameters: Vec<f64>) -> Self {
        let zero = vec![0.0; parameters.len()];
        Self { average: parameters.clone(), parameters, mean: zero.clone(), square: zero }
    }

    /// Update number `update`, from 1 up, against a gradient, by the steps that each parameter may take.
    pub(crate) fn update(&mut self, update: u64, gradient: &[f64], steps: impl Fn(usize) -> f64) {
        let age = update as f64;
        let [bias, square_bias] = BETA.map(|beta| 1.0 - beta.powf(age));
        let share = (ETA + 1.0) / (ETA + age);
        for (i, &slope) in gradient.iter().enumerate() {
            self.mean[i] = BETA[0] * self.mean[i] + (1.0 - BETA[0]) * slope;
            self.square[i] = BETA[1] * self.square[i] + (1.0 - BETA[1]) * slope * slope;
            let direction = (self.mean[i] / bias) / ((self.square[i] / square_bias).sqrt() + EPSILON);
            self.parameters[i] -= steps(i) * direction;
            self.average[i] += share.min(1.0) * (self.parameters[i] - self.average[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_least_of_a_square() {
        let mut optimiser = Optimiser::new(vec![0.0, 0.0, 5.0]);
        for update in 1..=2000 {
            let [a, b, _] = optimiser.parameters[..] else { unreachable!() };
            optimiser.update(update, &[a - 3.0, 50.0 * (b + 2.0), 0.0], |_| 0.1 / (update as f64 / 50.0 + 1.0).sqrt());
        }
        // The third has no slope and stays.
        for (found, known) in optimiser.average.iter().zip([3.0, -2.0, 5.0]) {
            assert!((found - known).abs() < 0.01, "{:?}", optimiser.average);
        }
    }
}
