//! Worked numbers. Unless a source is named, the right-hand sides were computed independently: constrained maxima by
//! Newton's method on the Lagrange equations in 30 digits (mpmath), intervals and tails by SciPy 1.17.

use fairyring_stats::{
    ConfidenceSequence, Decision, EloModel, Estimate, Interval, Moments, Pairs, Rating, Spending, Sprt, Tally,
    approximate_llr, elo_of_score, equivalence, equivalence_games, exact_interval, fixed_games, jeffreys_interval,
    score_of_elo, spending_bounds, wilson_interval,
};

#[track_caller]
fn close(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} ± {tolerance}");
}

/// White's results of finished games of Behemoth chess on a public server (known numbers of the rules).
const HUMANS: Tally<3> = Tally([17_212, 1_574, 16_757]);
const PAIRS: Tally<5> = Tally([142, 620, 1122, 699, 188]);

#[test]
fn scores_and_elo() {
    let estimate = HUMANS.estimate();
    close(estimate.mean, 0.493_599_302_253_608_3, 1e-15);
    close(estimate.standard_error, 0.002_592_507_769_210_524, 1e-15);
    // METHODS section 0: 0.4936 ± 0.0051.
    close(HUMANS.interval(0.95).half_width(), 0.0051, 5e-5);
    close(HUMANS.elo(), -4.447_903_316_956_143, 1e-11);
    close(HUMANS.elo_interval(0.95).low, -7.979_857_812_015_238, 1e-10);
    close(HUMANS.elo_interval(0.95).high, -0.916_867_884_604_216, 1e-10);
    close(HUMANS.normalised_elo(), -4.549_927_854_844_312, 1e-11);
    close(HUMANS.superiority(), 0.006_776_050_299_832_85, 1e-12);

    close(PAIRS.score(), 0.515_427_643_450_018, 1e-14);
    close(PAIRS.estimate().standard_error, 0.004_625_440_893_754_419, 1e-15);
    close(PAIRS.elo(), 10.723_628_674_019_668, 1e-11);
    close(PAIRS.normalised_elo(), 15.566_375_236_541_457, 1e-11);
    close(PAIRS.superiority(), 0.999_574_098_832_308_4, 1e-12);
    let nelo = PAIRS.normalised_elo_interval(0.95);
    close(f64::midpoint(nelo.low, nelo.high), PAIRS.normalised_elo(), 1e-11);

    close(elo_of_score(0.64), 99.95, 0.01);
    close(score_of_elo(elo_of_score(0.3)), 0.3, 1e-15);
    assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn results_are_counted_where_they_belong() {
    let mut games = Tally([0; 3]);
    for utility in [1.0, -1.0, 0.0, 0.0, 0.25] {
        games.add_utility(utility);
    }
    assert_eq!(games, Tally([1, 2, 2]));
    close(games.decisiveness(), 0.6, 1e-15);
    let mut pairs = Tally([0; 5]);
    for pair in [[1.0, 1.0], [1.0, -1.0], [0.0, 0.0], [-1.0, 0.0], [-1.0, -1.0], [0.0, 1.0]] {
        pairs.add_pair(pair);
    }
    assert_eq!(pairs, Tally([1, 1, 2, 1, 1]));
    pairs.merge(&Tally([0, 0, 0, 0, 7]));
    assert_eq!(pairs.units(), 13);
    // Where all pairs are alike, 5 % of so many pairs may still have been others: 1 - 0.05^(1/100).
    let alike = Tally([0, 0, 100, 0, 0]);
    close(alike.interval(0.95).low, 0.5 - 0.029_513_049_607_039_934 / 2.0, 1e-15);
    close(alike.interval(0.95).high, 0.5 + 0.029_513_049_607_039_934 / 2.0, 1e-15);
    close(Tally([0, 0, 0, 0, 100]).interval(0.95).low, 1.0 - 0.029_513_049_607_039_934, 1e-15);
    assert_eq!((alike.normalised_elo(), alike.normalised_elo_interval(0.95).high), (0.0, 0.0));
    let nothing = Tally([0; 3]);
    assert!(nothing.score().is_nan() && nothing.elo().is_nan() && nothing.interval(0.95).low.is_nan());
}

#[test]
fn alphazero_intervals_of_the_methods() {
    // METHODS 1.1: wins, draws, losses of White in 10,000 games, score with 95 % interval.
    for (counts, score, radius) in
        [([723, 7191, 2086], 0.568, 0.005), ([409, 8820, 772], 0.518, 0.003), ([308, 9160, 532], 0.511, 0.003)]
    {
        let tally = Tally(counts);
        close(tally.score(), score, 5e-4);
        close(tally.interval(0.95).half_width(), radius, 5e-4);
    }
}

#[test]
fn intervals_of_a_proportion() {
    for (k, n, wilson, exact, jeffreys) in [
        (0, 10, [0.0, 0.277_532_799_862_889_3], [0.0, 0.308_497_107_818_762_9], [0.0, 0.217_196_267_509_210_5]),
        (
            1,
            10,
            [0.017_876_213_095_072_9, 0.404_150_026_795_238_5],
            [0.002_528_578_544_462_57, 0.445_016_117_028_195_4],
            [0.011_011_673_763_161_13, 0.381_314_771_066_616_7],
        ),
        (
            57,
            100,
            [0.472_153_895_492_123_05, 0.662_667_014_758_899],
            [0.467_133_738_324_846_2, 0.668_608_983_368_612_1],
            [0.472_121_545_326_902_6, 0.663_891_399_115_056],
        ),
        (
            16_757,
            35_543,
            [0.466_270_891_741_037_36, 0.476_649_493_960_446_15],
            [0.466_255_970_301_400_1, 0.476_662_911_351_886_6],
            [0.466_270_028_259_684_4, 0.476_648_836_670_221_2],
        ),
        (10, 10, [0.722_467_200_137_110_9, 1.0], [0.691_502_892_181_237_1, 1.0], [0.782_803_732_490_789_4, 1.0]),
    ] {
        for (interval, [low, high]) in [
            (wilson_interval(k, n, 0.95), wilson),
            (exact_interval(k, n, 0.95), exact),
            (jeffreys_interval(k, n, 0.95), jeffreys),
        ] {
            let interval = interval.expect("a proportion");
            close(interval.low, low, 1e-9);
            close(interval.high, high, 1e-9);
        }
    }
    for (k, n, coverage) in [(1, 0, 0.95), (3, 2, 0.95), (1, 2, 0.0), (1, 2, 1.0), (1, 2, f64::NAN)] {
        assert!(wilson_interval(k, n, coverage).is_err());
        assert!(exact_interval(k, n, coverage).is_err());
        assert!(jeffreys_interval(k, n, coverage).is_err());
    }
}

fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
}

#[test]
fn likelihood_ratios_of_means() {
    for (llr, expected) in [
        (test(-3.0, 1.0, EloModel::Logistic).llr(&Tally([10789, 19328, 33806, 19402, 10543])), 2.131_067_811_787_89),
        (test(0.2, 0.9, EloModel::Logistic).llr(&Tally([39, 2226, 31451, 2412, 40])), 2.162_542_580_046_91),
        (test(0.0, 5.0, EloModel::Logistic).llr(&PAIRS), 3.968_908_306_323_05),
        (test(-5.0, 0.0, EloModel::Logistic).llr(&HUMANS), -3.000_408_289_843_02),
        (test(0.0, 10.0, EloModel::Logistic).llr(&Tally([0, 3, 10, 9, 2])), 0.679_769_280_370_419),
    ] {
        close(llr.expect("a ratio"), expected, 1e-8);
    }
    assert_eq!(test(0.0, 5.0, EloModel::Logistic).llr(&Tally([0; 5])).map(|llr| llr.abs() < 1e-4), Ok(true));
}

#[test]
fn likelihood_ratios_of_normalised_elo() {
    for (llr, expected) in [
        (test(0.764, 3.439, EloModel::Normalised).llr(&Tally([39, 2226, 31451, 2412, 40])), 2.162_940_869_583_56),
        (test(0.0, 10.0, EloModel::Normalised).llr(&Tally([2000, 9000, 2200])), 4.739_588_518_864_58),
        // These four are printed with two digits by Fishtest and in the tests of other programs: -2.27, 2.99, 2.90, -1.11.
        (test(0.0, 5.0, EloModel::Normalised).llr(&Tally([440, 2910, 5170, 2888, 455])), -2.273_857_484_623_48),
        (test(0.0, 5.0, EloModel::Normalised).llr(&PAIRS), 2.994_053_128_981_48),
        (test(-5.0, 0.0, EloModel::Normalised).llr(&Tally([349, 1561, 3340, 1604, 359])), 2.899_969_151_558_89),
        (test(-5.0, 0.0, EloModel::Normalised).llr(&Tally([98, 382, 674, 369, 71])), -1.112_812_855_226_62),
    ] {
        close(llr.expect("a ratio"), expected, 1e-8);
    }
}

#[test]
fn the_normal_approximation_is_near_the_exact_ratio() {
    for elo in [-8.0, -2.0, 0.0, 5.0] {
        let [s0, s1] = [score_of_elo(elo), score_of_elo(elo + 5.0)];
        let exact = test(elo, elo + 5.0, EloModel::Logistic).llr(&HUMANS).expect("a ratio");
        close(approximate_llr(&HUMANS, s0, s1), exact, 0.01);
    }
    // By hand: n = 4, s = 0.625, variance 0.171875; 4 * 0.1 * (1.25 - 1.1) / (2 * 0.171875).
    close(approximate_llr(&Tally([1, 1, 2]), 0.5, 0.6), 4.0 * 0.1 * 0.15 / 0.34375, 1e-12);
}

#[test]
fn bounds_and_expected_lengths() {
    let [low, high] = test(0.0, 5.0, EloModel::Logistic).bounds();
    close(low, -2.944, 5e-4);
    close(high, 2.944, 5e-4);
    // METHODS 2.3, in units of variance / difference^2: 5.3 at either hypothesis, 8.7 midway, 10.8 for the fixed test.
    let deviation: f64 = 0.487;
    let test = test(0.0, 5.0, EloModel::Logistic);
    let [s0, s1] = test.scores(deviation);
    let unit = (deviation / (s1 - s0)).powi(2);
    let (accept, games) = test.expected(s0, deviation);
    close(accept, 0.05, 1e-9);
    close(games / unit, 5.3, 0.05);
    let (accept, games) = test.expected(s1, deviation);
    close(accept, 0.95, 1e-9);
    close(games / unit, 5.3, 0.05);
    let (accept, games) = test.expected(f64::midpoint(s0, s1), deviation);
    close(accept, 0.5, 1e-9);
    close(games / unit, 8.7, 0.05);
    for mean in [0.0, 1.0] {
        let (accept, games) = test.expected(mean, deviation);
        close(accept, mean, 1e-9);
        assert!(games.is_finite() && games > 0.0);
    }
    // METHODS 8.1: .50 against .51 at 5 %/5 %: 12.6 k games in the mean, 20.6 k at worst.
    let elo1 = elo_of_score(0.51);
    let test = Sprt::new(0.0, elo1, 0.05, 0.05, EloModel::Logistic).expect("a test");
    close(test.expected(0.5, deviation).1, 12_600.0, 50.0);
    close(test.expected(0.505, deviation).1, 20_600.0, 50.0);
}

#[test]
fn overshoot_moves_the_bounds_inwards() {
    // Ladder steps by hand: each look adds one win; the ratio rises at every look and never falls.
    let sprt = test(0.0, 50.0, EloModel::Logistic);
    let mut run = sprt.begin(1).expect("a batch");
    let (mut last, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for wins in 1..=20 {
        let tally = Tally([0, 0, wins]);
        run.look(&tally).expect("a ratio");
        let step = sprt.llr(&tally).expect("a ratio") - last;
        last += step;
        if step > 0.0 {
            sum += step;
            squares += step * step;
        }
        close(run.bounds()[0], sprt.bounds()[0], 1e-12);
        close(run.bounds()[1], sprt.bounds()[1] - squares / sum / 2.0, 1e-12);
    }
    // The same look again changes nothing; results taken back end the correction.
    let before = run;
    run.look(&Tally([0, 0, 20])).expect("a ratio");
    assert_eq!(run, before);
    run.look(&Tally([0, 0, 19])).expect("a ratio");
    assert_eq!(run.bounds(), sprt.bounds());
    assert!(sprt.begin(0).is_err());

    let mut run = sprt.begin(100).expect("a batch");
    assert_eq!(run.look(&Tally([10, 20, 70])), Ok(Decision::AcceptH1));
    assert_eq!(run.look(&Tally([90, 20, 90])), Ok(Decision::AcceptH0));
    let out_of_reach = Sprt::new(0.0, 2000.0, 0.05, 0.05, EloModel::Normalised).expect("a test");
    assert!(out_of_reach.llr(&Tally([100, 100, 100])).is_err());
}

#[test]
fn after_a_gap_overshoot_is_counted_anew() {
    let sprt = test(0.0, 50.0, EloModel::Logistic);
    let ratio = |wins: u64| sprt.llr(&Tally([0, 0, wins])).expect("a ratio");
    let mut run = sprt.begin(1).expect("a batch");
    for wins in [1, 2, 9, 10] {
        run.look(&Tally([0, 0, wins])).expect("a ratio");
        assert_eq!(run.llr(), ratio(wins));
    }
    // The steps to 1, to 2 and to 10 wins; the seven games between 2 and 9 are none.
    let steps = [ratio(1), ratio(2) - ratio(1), ratio(10) - ratio(9)];
    let (sum, squares) = steps.iter().filter(|step| **step > 0.0).fold((0.0, 0.0), |(s, q), d| (s + d, q + d * d));
    close(run.bounds()[1], sprt.bounds()[1] - squares / sum / 2.0, 1e-12);
    close(run.bounds()[0], sprt.bounds()[0], 1e-12);
}

#[test]
fn bad_tests_are_refused() {
    for (elo0, elo1, alpha, beta) in [
        (0.0, 0.0, 0.05, 0.05),
        (5.0, 0.0, 0.05, 0.05),
        (f64::NAN, 0.0, 0.05, 0.05),
        (0.0, f64::INFINITY, 0.05, 0.05),
        (0.0, 5.0, 0.0, 0.05),
        (0.0, 5.0, 0.05, 1.0),
        (0.0, 5.0, 0.5, 0.5),
    ] {
        assert!(Sprt::new(elo0, elo1, alpha, beta, EloModel::Logistic).is_err(), "{elo0} {elo1} {alpha} {beta}");
    }
}

#[test]
fn sizes_of_fixed_designs() {
    // METHODS 8.1: standard deviation .487.
    let variance = 0.487f64.powi(2);
    for (half_width, games) in [(0.02, 2_277.0), (0.01, 9_111.0), (0.005, 36_444.0), (0.002, 227_777.0)] {
        // There z is rounded to 1.96 and the size down.
        let z = 1.96 / 1.959_963_984_540_054;
        assert_eq!((fixed_games(variance, half_width, 0.95).expect("a size") * z * z).floor(), games);
    }
    close(equivalence_games(variance, 0.01, 0.05, 0.95).expect("a size"), 30_800.0, 50.0);
    // METHODS 2.3: about 13 variance / margin^2.
    close(equivalence_games(1.0, 1.0, 0.05, 0.95).expect("a size"), 13.0, 0.01);
    assert!(fixed_games(0.0, 0.01, 0.95).is_err() && fixed_games(1.0, -1.0, 0.95).is_err());
    assert!(equivalence_games(1.0, 1.0, 0.05, 1.0).is_err());
}

#[test]
fn equivalence_is_an_interval_inside_the_margin() {
    let estimate = Estimate { n: 1000, mean: 0.504, standard_error: 0.003 };
    let result = equivalence(&estimate, 0.5, 0.01, 0.05).expect("a test");
    // 0.006 / 0.003 = 2 standard errors from the nearer end.
    close(result.p_value, 0.022_750_131_948_179_2, 1e-13);
    assert!(result.equivalent);
    close(result.interval.high, 0.504 + 1.644_853_626_951_472_7 * 0.003, 1e-12);
    assert!(!equivalence(&estimate, 0.5, 0.008, 0.05).expect("a test").equivalent);
    let certain = Estimate { n: 9, mean: 0.5, standard_error: 0.0 };
    assert_eq!(equivalence(&certain, 0.5, 0.01, 0.05).expect("a test").p_value, 0.0);
    let unknown = Estimate { n: 0, mean: f64::NAN, standard_error: f64::NAN };
    let result = equivalence(&unknown, 0.5, 0.01, 0.05).expect("a test");
    assert!(result.p_value.is_nan() && !result.equivalent);
    assert!(equivalence(&estimate, 0.5, 0.0, 0.05).is_err());
    assert!(equivalence(&estimate, 0.5, 0.1, 0.5).is_err());
}

#[test]
fn spending_bounds_of_five_looks() {
    // Five equal looks at 5 %, two-sided, by multivariate normal probabilities in SciPy. The tables of Lan and DeMets'
    // program agree to its own accuracy: 4.8769, 3.3569, 2.6803, 2.2898, 2.0310 and 2.4380, 2.4268, 2.4101, 2.3966, 2.3859.
    let fifths = [0.2, 0.4, 0.6, 0.8, 1.0];
    for (spending, expected) in [
        (Spending::OBrienFleming, [4.876_885, 3.357_012, 2.680_280, 2.289_817, 2.031_032]),
        (Spending::Pocock, [2.437_977, 2.426_814, 2.410_194, 2.396_645, 2.385_985]),
    ] {
        let bounds = spending_bounds(0.05, &fifths, spending).expect("bounds");
        for (bound, expected) in bounds.into_iter().zip(expected) {
            close(bound, expected, 2e-6);
        }
    }
    // A single look is the fixed test; near looks are held apart.
    close(spending_bounds(0.05, &[1.0], Spending::Pocock).expect("bounds")[0], 1.959_963_984_540_054, 1e-9);
    for shares in [vec![0.0, 1.0], vec![0.5, 0.5], vec![0.5, 1.1], vec![f64::NAN], vec![0.9, 0.9005]] {
        assert!(spending_bounds(0.05, &shares, Spending::Pocock).is_err(), "{shares:?}");
    }
    assert!(spending_bounds(1.0, &[1.0], Spending::Pocock).is_err());
    assert_eq!(spending_bounds(0.05, &[], Spending::Pocock), Ok(vec![]));
}

#[test]
fn uneven_looks() {
    // By multivariate normal probabilities in SciPy.
    let bounds = spending_bounds(0.1, &[0.1, 0.5, 1.0], Spending::OBrienFleming).expect("bounds");
    for (bound, expected) in bounds.into_iter().zip([6.087_893, 2.537_988, 1.662_107]) {
        close(bound, expected, 2e-6);
    }
}

#[test]
fn confidence_sequences_cost_what_the_methods_say() {
    // METHODS 2.4: 1.55 times the fixed radius at the planned n, 1.6 at a third or triple of it, 2.0 at a tenth.
    let sequence = ConfidenceSequence::new(0.95, 10_000.0, 0.25).expect("a sequence");
    let fixed = |n: f64| 1.959_963_984_540_054 * (0.25 / n).sqrt();
    for (n, factor) in [(10_000.0, 1.55), (3_333.0, 1.6), (30_000.0, 1.6), (1_000.0, 2.0)] {
        close(sequence.radius(n, 0.25) / fixed(n), factor, 0.05);
    }
    // Nothing tuned elsewhere is narrower at the planned n.
    for other in [8_000.0, 12_000.0] {
        let other = ConfidenceSequence::new(0.95, other, 0.25).expect("a sequence");
        assert!(other.radius(10_000.0, 0.25) > sequence.radius(10_000.0, 0.25));
    }
    let estimate = Estimate { n: 10_000, mean: 0.5, standard_error: 0.005 };
    close(sequence.interval(&estimate).half_width(), sequence.radius(10_000.0, 0.25), 1e-12);
    for (coverage, n, variance) in [(1.0, 1.0, 1.0), (0.95, 0.0, 1.0), (0.95, 1.0, f64::NAN)] {
        assert!(ConfidenceSequence::new(coverage, n, variance).is_err());
    }
}

#[test]
fn moments_are_exact() {
    let mut moments = Moments::default();
    for value in [16_384.0, -16_384.0, 0.5, 0.25] {
        moments.push(value).expect("within range");
    }
    let estimate = moments.estimate();
    assert_eq!((estimate.n, estimate.mean), (4, 0.1875));
    // (2 * 16384^2 + 0.3125 - 4 * 0.1875^2) / 3, all in binary fractions.
    close(moments.variance(), (536_870_912.0 + 0.3125 - 0.140_625) / 3.0, 1e-7);
    for value in [16_385.0, f64::NAN, f64::NEG_INFINITY] {
        assert!(moments.push(value).is_err());
    }
    assert_eq!(moments.estimate(), estimate);
    let empty = Pairs::default();
    assert!(empty.mean(1.0).is_nan() && empty.variance(1.0).is_nan() && empty.coefficient() == 0.0);

    // Sums of parts are the sums of all.
    let mut parts = [Moments::default(), Moments::default()];
    for (i, value) in [16_384.0, -16_384.0, 0.5, 0.25].into_iter().enumerate() {
        parts[i % 2].push(value).expect("within range");
    }
    let [mut first, second] = parts;
    first.merge(&second).expect("room");
    assert_eq!(first, moments);

    // A spread of 1e-6 about 10,000 survives: no cancellation.
    let mut far = Moments::default();
    for value in [10_000.0, 10_000.0 + f64::from(2u32).powi(-20)] {
        far.push(value).expect("within range");
    }
    close(far.variance(), f64::from(2u32).powi(-41), 1e-25);
    let interval = Interval { low: 0.0, high: 1.0 };
    assert!([0.0, 0.5, 1.0].iter().all(|&value| interval.contains(value)));
    assert!([-0.001, 1.001, f64::NAN].iter().all(|&value| !interval.contains(value)));
}

#[test]
fn without_spread_the_sign_decides_superiority() {
    let estimate = |mean: f64, standard_error: f64| Estimate { n: 10, mean, standard_error };
    assert_eq!([0.4, 0.5, 0.6].map(|mean| estimate(mean, 0.0).probability_above(0.5)), [0.0, 0.5, 1.0]);
    assert_eq!(estimate(0.5, 0.1).probability_above(0.5), 0.5);
    // One standard error above: the normal probability of 1.
    close(estimate(0.6, 0.1).probability_above(0.5), 0.841_344_746_068_542_9, 1e-12);
    assert!(estimate(0.5, f64::NAN).probability_above(0.5).is_nan());
}

#[test]
fn the_nearer_edge_decides_equivalence() {
    let at = |mean: f64, standard_error: f64| {
        equivalence(&Estimate { n: 10, mean, standard_error }, 0.5, 0.05, 0.05).expect("a test")
    };
    // One standard error inside either edge: the normal probability of -1; the other edge is nine away.
    for mean in [0.46, 0.54] {
        close(at(mean, 0.01).p_value, 0.158_655_253_931_457_05, 1e-9);
        assert!(!at(mean, 0.01).equivalent);
    }
    // One standard error outside.
    close(at(0.44, 0.01).p_value, 0.841_344_746_068_542_9, 1e-9);
    close(at(0.56, 0.01).p_value, 0.841_344_746_068_542_9, 1e-9);
    // Without spread the mean itself is inside or not.
    assert_eq!([0.44, 0.46, 0.54, 0.56].map(|mean| at(mean, 0.0).p_value), [1.0, 0.0, 0.0, 1.0]);
    assert_eq!([0.44, 0.46, 0.54, 0.56].map(|mean| at(mean, 0.0).equivalent), [false, true, true, false]);
}

#[test]
fn intervals_of_ratings_are_normal_ones() {
    let rating = Rating { elo: 100.0, standard_error: 10.0 };
    // The normal quantile of 0.975.
    let [low, high] = rating.interval(0.95);
    close(low, 100.0 - 19.599_639_845_400_54, 1e-12);
    close(high, 100.0 + 19.599_639_845_400_54, 1e-12);
    assert_eq!(rating.interval(0.0), [100.0, 100.0]);
    assert_eq!(rating.interval(1.0), [f64::NEG_INFINITY, f64::INFINITY]);
}
