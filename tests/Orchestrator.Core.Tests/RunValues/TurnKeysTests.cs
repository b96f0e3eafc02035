using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.RunValues;

internal sealed class TurnKeysTests
{
    private static readonly string?[] Odd =
    [
        null, "", " ", "%", "%N", "%4E", "N", "DE", "de", "DE#2", "DE~", ",", "a,b", "[x]", "]", "/", "\\", "..", "*",
        "'", "\"", ";", "\0", "\n", "ä", "\u2019", "\U0001F600", "\ud83d", "\ude00", "%uD83D", new('x', 64),
        new('x', 65), new string('x', 65) + "y", new('€', 40),
    ];

    [Test]
    public void Keys_are_what_people_read_and_what_a_name_holds()
    {
        var rows = Rows(["DE", "1"], ["a b", "1"], ["it's", null], [null, "1"], ["", "1"], ["DE", "2"]);

        Assert.That(TurnKeys.Of(rows, [0]), Is.EqualTo(new[] { "DE", "a%20b", "it%27s", "%N", "", "DE#2" }));
        Assert.That(TurnKeys.Of(rows, [0, 1]),
            Is.EqualTo(new[] { "DE,1", "a%20b,1", "it%27s,%N", "%N,1", ",1", "DE,2" }));
    }

    [Test]
    public void What_forEach_of_a_project_takes_today_is_its_own_key()
    {
        string[] plain = ["A", "b-1", "2026.11", "_", new('z', 64)];

        Assert.That(TurnKeys.Of(Rows([.. plain.Select(text => (string?[])[text, "1"])]), [0]), Is.EqualTo(plain));
    }

    [Test]
    public void A_long_key_is_cut_and_still_its_own()
    {
        var keys = TurnKeys.Of(Rows([new('x', 65), "1"], [new string('x', 64) + "y", "1"], [new('€', 40), "1"]), [0]);

        Assert.That(keys, Has.All.Length.EqualTo(TurnKeys.LengthMax));
        Assert.That(keys, Has.All.Contains("~"));
        Assert.That(keys, Is.Unique);
        Assert.That(keys[0], Does.StartWith(new string('x', 51) + "~"));
    }

    [Test]
    public void Rows_of_any_values_have_keys_of_their_own_that_nothing_can_be_written_into()
    {
        for (var seed = TestSeed.First; seed < TestSeed.First + 500; seed++)
        {
            var random = new Random(seed);
            string?[][] cells = [.. Enumerable.Range(0, random.Next(60))
                .Select(_ => (string?[])[Odd[random.Next(Odd.Length)], Odd[random.Next(Odd.Length)]])];
            var rows = Rows(cells);
            var keys = TurnKeys.Of(rows, random.Next(2) == 0 ? [0] : [1, 0]);

            var told = $"ORCHESTRATOR_TEST_SEED={seed}";
            Assert.That(keys.Count, Is.EqualTo(cells.Length), told);
            Assert.That(keys, Is.Unique, told);
            Assert.That(keys.SelectMany(key => key).Where(one => !char.IsAsciiLetterOrDigit(one)).Except("_.-%,~#"),
                Is.Empty, told);
            Assert.That(TurnKeys.Of(rows, [0]), Is.EqualTo(TurnKeys.Of(Rows(cells), [0])), told);
        }
    }

    [Test]
    public void Values_that_are_not_equal_have_no_equal_keys()
    {
        var rows = Rows([.. Odd.Select(text => (string?[])[text, "1"])]);

        // None of them has a number behind it: no two were one key.
        Assert.That(TurnKeys.Of(rows, [0]).Where(key => key.Contains('#', StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Where_keys_are_equal_a_row_has_its_key_of_then_in_whichever_order_the_rows_come()
    {
        var first = Rows(["DE", "1"], ["DE", "2"], [null, "1"], [null, "2"], ["FR", "1"]);
        var other = Rows([null, "2"], ["FR", "2"], ["DE", "3"], ["DE", "2"], ["DE", "1"], [null, "1"]);
        var then = Then(first, TurnKeys.Of(first, [0]));

        Assert.That(TurnKeys.Of(other, [0], then),
            Is.EqualTo(new[] { "%N#2", "FR", "DE#3", "DE#2", "DE", "%N" }));
        Assert.That(TurnKeys.Numbers(other, Then(first, ["1", "2", "3", "4", "5"])),
            Is.EqualTo(new[] { "4", "6", "7", "2", "1", "3" }));
    }

    [Test]
    public void A_row_that_goes_and_comes_back_has_its_number_again_and_no_other_row_has_it()
    {
        var (first, second) = (Rows(["A", "1"], ["B", "1"]), Rows(["C", "1"], ["B", "1"]));
        var third = Rows(["C", "1"], ["A", "1"], ["B", "1"]);
        var then = Then(first, TurnKeys.Numbers(first, []));
        var meanwhile = TurnKeys.Numbers(second, then);

        Assert.That(meanwhile, Is.EqualTo(new[] { "3", "2" }));
        Assert.That(TurnKeys.Numbers(third, [.. then, .. Then(second, meanwhile)]),
            Is.EqualTo(new[] { "3", "1", "2" }));
    }

    [Test]
    public void Of_rows_that_are_equal_in_all_values_as_many_have_a_key_of_then_as_there_were()
    {
        var first = Rows(["DE", "1"], ["DE", "1"], ["DE", "2"]);
        var other = Rows(["DE", "2"], ["DE", "1"], ["DE", "1"], ["DE", "1"]);

        Assert.That(TurnKeys.Of(other, [0], Then(first, TurnKeys.Of(first, [0]))),
            Is.EqualTo(new[] { "DE#3", "DE", "DE#2", "DE#4" }));
    }

    [Test]
    public void A_new_row_does_not_get_the_key_of_one_that_may_come_again()
    {
        var first = Rows(["DE", "1"], ["DE", "2"], ["FR", "1"]);
        var other = Rows(["DE", "3"], ["DE", "2"], ["FR", "2"]);

        Assert.That(TurnKeys.Of(other, [0], Then(first, TurnKeys.Of(first, [0]))),
            Is.EqualTo(new[] { "DE#3", "DE#2", "FR" }));
    }

    [Test]
    public void Rows_of_then_in_any_order_have_the_keys_of_then()
    {
        for (var seed = TestSeed.First; seed < TestSeed.First + 500; seed++)
        {
            var random = new Random(seed);
            string?[][] cells = [.. Enumerable.Range(0, random.Next(30))
                .Select(_ => (string?[])[Odd[random.Next(4)], Odd[random.Next(4)]])];
            var first = Rows(cells);
            random.Shuffle(cells);
            var other = Rows(cells);
            var then = Then(first, TurnKeys.Of(first, [0]));
            var keys = TurnKeys.Of(other, [0], then);

            Assert.That(Then(other, keys), Is.EquivalentTo(then), $"ORCHESTRATOR_TEST_SEED={seed}");
        }
    }

    private static IReadOnlyList<TurnThen> Then(RunValue rows, IReadOnlyList<string> keys) =>
        [.. keys.Zip(rows.Rows, (key, row) => new TurnThen(key, GivenTurn.RowOf(row)))];

    private static RunValue Rows(params string?[][] cells)
    {
        RunColumn[] columns =
        [
            new("A", new SqlType(SqlTypeKind.NVarChar, 80)), new("B", new SqlType(SqlTypeKind.NVarChar, 80)),
        ];
        Assert.That(RunValueType.TryRows(columns, out var type, out var problem), Is.True, problem);
        Assert.That(RunValue.TryMake(type!, cells, out var rows, out problem), Is.True, problem);
        return rows!;
    }
}
