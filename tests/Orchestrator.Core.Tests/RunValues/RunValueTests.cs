using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.RunValues;

/// <summary>Values of a run: what is taken, how they are written, and that they are read back as they were.</summary>
internal sealed class RunValueTests
{
    private static readonly string[] Types =
    [
        "bit", "tinyint", "smallint", "int", "bigint", "decimal(9,2)", "decimal(28,28)", "decimal(38,10)", "money",
        "smallmoney", "real", "float", "char(4)", "varchar(40)", "nchar(4)", "nvarchar(40)", "nvarchar(max)", "date",
        "time(0)", "time(7)", "datetime", "smalldatetime", "datetime2(0)", "datetime2(7)", "datetimeoffset(3)",
        "uniqueidentifier",
    ];

    private static readonly string[] Names = ["", " ", "\"", "it's", "]", "ä", "\U0001F600", ", b int", ")"];

    private static readonly string[] Texts =
    [
        "", " ", "\\", "\\N", "\\\\N", "\\u0041", "a\tb", "a\nb", "\r\n", "\0", "it's", "]] \"", ";--", "\u2019",
        "\ud83d", "\ude00\ud83d", "\U0001F600", "\u0085\u2028", "NULL", "ä",
    ];

    [TestCase("int", "007", "7")]
    [TestCase("decimal(9,2)", "1.50", "1.5")]
    [TestCase("decimal(9,2)", "100", "100")]
    [TestCase("decimal(28,28)", "0.5", "0.5")]
    [TestCase("bit", "true", "1")]
    [TestCase("datetime2(3)", "2026-11-27 10:00", "2026-11-27 10:00:00.000")]
    [TestCase("nvarchar(9)", "\\N", "\\\\N")]
    [TestCase("nvarchar(9)", "", "")]
    [TestCase("int", null, "\\N")]
    public void A_value_is_written_in_one_way(string type, string? given, string text)
    {
        var value = Made(OfOne(type), [[given]]);

        Assert.That(value.Text, Is.EqualTo(text));
        Assert.That(value.Scalar is null, Is.EqualTo(given is null));
    }

    [Test]
    public void What_is_no_character_and_what_steers_a_terminal_is_written_by_its_number()
    {
        string[] odd = ["a\\\t\0b", "\ud83d!\U0001F600"];

        Assert.That(odd.Select(text => Made(OfOne("nvarchar(9)"), [[text]]).Text),
            Is.EqualTo(new[] { "a\\\\\\u0009\\u0000b", "\\ud83d!\U0001F600" }));
    }

    [Test]
    public void Rows_are_written_row_by_row()
    {
        var type = Rows(("Code", "char(2)"), ("Db \"x\", int", "nvarchar(128)"));

        var value = Made(type, [["DE", "a\tb"], ["AT", null]]);

        Assert.That(type.ToString(), Is.EqualTo("rows(\"Code\" char(2), \"Db \"\"x\"\", int\" nvarchar(128))"));
        Assert.That(value.Text, Is.EqualTo("DE\ta\\u0009b\nAT\t\\N\n"));
        Assert.That(value.ToString(), Is.EqualTo("2 rows"));
        Assert.That(value.Rows.Select(row => row[0]!.Text), Is.EqualTo(new[] { "DE", "AT" }));
        Assert.That(() => value.Scalar, Throws.InvalidOperationException);
    }

    [Test]
    public void No_rows_are_not_one_row_of_an_empty_text()
    {
        var type = Rows(("A", "nvarchar(9)"));
        var (none, one) = (Made(type, []), Made(type, [[""]]));

        Assert.That((none.Text, one.Text), Is.EqualTo(("", "\n")));
        Assert.That(Read(type, none.Text).Rows, Is.Empty);
        Assert.That(Read(type, one.Text).Rows[0][0]?.Text, Is.Empty);
    }

    [TestCase("int", "ten", "no number")]
    [TestCase("int", "2147483648", "from -2147483648")]
    [TestCase("datetime2(0)", "2026-11-27 10:00:00.5", "finer")]
    [TestCase("nvarchar(2)", "abc", "it has 3, 2 are taken")]
    public void What_is_no_value_of_the_type_is_refused_with_its_place(string type, string given, string why)
    {
        var rows = Rows(("A", "int"), ("B", type));

        Assert.That(RunValue.TryMake(OfOne(type), [[given]], out _, out var problem), Is.False);
        Assert.That(problem, Does.Contain(why));
        Assert.That(RunValue.TryMake(rows, [["1", null], ["2", given]], out _, out problem), Is.False);
        Assert.That(problem, Does.StartWith("row 2, column 'B': ").And.Contain(why));
    }

    [Test]
    public void One_value_is_one_row_with_one_cell()
    {
        var type = OfOne("int");

        Assert.That(RunValue.TryMake(type, [], out _, out var problem), Is.False);
        Assert.That(problem, Is.EqualTo("it has 0 rows, and one is wanted"));
        Assert.That(RunValue.TryMake(type, [["1"], ["2"]], out _, out problem), Is.False);
        Assert.That(problem, Is.EqualTo("it has 2 rows, and one is wanted"));
        Assert.That(RunValue.TryMake(type, [["1", "2"]], out _, out problem), Is.False);
        Assert.That(problem, Is.EqualTo("it has 2 columns, and 1 are wanted"));
    }

    [Test]
    public void More_rows_or_characters_than_are_kept_are_refused()
    {
        var rows = Rows(("A", "int"));
        var text = new string('a', RunValue.TextMax + 1);

        Assert.That(RunValue.TryMake(rows, [.. Enumerable.Repeat((string?[])["1"], RunValue.RowsMax + 1)],
            out _, out var problem), Is.False);
        Assert.That(problem, Is.EqualTo("it has 100001 rows, 100000 are taken"));
        Assert.That(RunValue.TryMake(OfOne("nvarchar(max)"), [[text]], out _, out problem), Is.False);
        Assert.That(problem, Is.EqualTo("it has more than 16777216 characters"));
    }

    [TestCase("xml", "no value can be written for xml")]
    [TestCase("number", "no data type")]
    [TestCase("rows()", "it is not written as rows(")]
    [TestCase("rows(\"A\" int, )", "it is not written as rows(")]
    [TestCase("rows(\"A\" int \"B\" int)", "it is not written as rows(")]
    [TestCase("rows(\"A\" int, \"a\" int)", "two columns are called 'a'")]
    [TestCase("rows(\"\" int)", "'' cannot be the name of a column")]
    [TestCase("rows(\"A\t\" int)", "cannot be the name of a column")]
    [TestCase("rows(\"A\" number)", "no data type")]
    [TestCase("rows(\"A\" xml)", "'A' is xml")]
    public void What_is_no_type_of_a_value_is_refused(string text, string why)
    {
        Assert.That(RunValueType.TryParse(text, out var type, out var problem), Is.False);
        Assert.That(type, Is.Null);
        Assert.That(problem, Does.Contain(why));
    }

    [TestCase("int", "\\x")]
    [TestCase("nvarchar(9)", "\\")]
    [TestCase("nvarchar(9)", "\\u00g0")]
    [TestCase("nvarchar(9)", "\\u041")]
    [TestCase("rows(\"A\" int)", "1")]
    [TestCase("rows(\"A\" int)", "1\t2\n")]
    public void What_nobody_has_written_is_not_read(string type, string text)
    {
        Assert.That(RunValueType.TryParse(type, out var known, out _), Is.True);
        Assert.That(RunValue.TryParse(known!, text, out _, out var problem), Is.False);
        Assert.That(problem, Is.Not.Empty);
    }

    [Test]
    public void Random_values_are_read_back_as_they_were_from_a_text_that_every_database_keeps()
    {
        for (var seed = TestSeed.First; seed < TestSeed.First + 3_000; seed++)
        {
            var random = new Random(seed);
            var columns = Enumerable.Range(0, random.Next(1, 5))
                .Select(place => ($"c{place}{Names[random.Next(Names.Length)]}", Types[random.Next(Types.Length)]));
            var type = random.Next(2) == 0 ? OfOne(Types[random.Next(Types.Length)]) : Rows([.. columns]);
            SqlType[] cells = type.Scalar is { } one ? [one] : [.. type.Columns.Select(column => column.Type)];
            var count = type.IsRows ? random.Next(6) : 1;
            string?[][] rows = [.. Enumerable.Range(0, count)
                .Select(_ => cells.Select(cell => Cell(random, cell)).ToArray())];
            var made = Made(type, rows);

            Assert.That(RunValueType.TryParse(type.ToString(), out var typeAgain, out var problem), Is.True, problem);
            var again = Read(typeAgain!, made.Text);

            var told = $"ORCHESTRATOR_TEST_SEED={seed}: {type}: {made.Text}";
            Assert.That((typeAgain, again), Is.EqualTo((type, made)), told);
            Assert.That(again.Rows.SelectMany(row => row), Is.EqualTo(made.Rows.SelectMany(row => row)), told);
            Assert.That(made.Text.EnumerateRunes().Count(rune => rune.Value == 0xFFFD), Is.Zero, told);
            Assert.That(made.Text.Where(char.IsControl).Except("\t\n"), Is.Empty, told);
        }
    }

    /// <summary>A value that the type takes, or NULL.</summary>
    private static string? Cell(Random random, SqlType type) => type switch
    {
        _ when random.Next(5) == 0 => null,
        { Kind: SqlTypeKind.Bit } => $"{random.Next(2)}",
        { Kind: SqlTypeKind.Decimal, Scale: 28 } => $"0.{random.NextInt64(1_000_000_000_000)}",
        { IsFloat: true } => $"{(random.NextDouble() - 0.5) * 1e6:R}",
        { IsInteger: true } => $"{random.Next(200)}",
        { IsNumber: true } => $"{random.Next(-99_999, 99_999) / 100m}",
        { Kind: SqlTypeKind.Time } => $"{random.Next(24):00}:{random.Next(60):00}:{random.Next(60):00}",
        { Kind: SqlTypeKind.Date } => $"20{random.Next(10, 70)}-0{random.Next(1, 10)}-1{random.Next(10)}",
        { Kind: SqlTypeKind.DateTimeOffset } => $"20{random.Next(10, 70)}-11-21 10:00:00.{random.Next(10)} +02:00",
        { IsTemporal: true } => $"20{random.Next(10, 70)}-11-21 {random.Next(10, 24)}:00:00",
        { Kind: SqlTypeKind.UniqueIdentifier } => new Guid(random.Next(), 1, 2, new byte[8]).ToString(),
        { LengthMax: < 10 } => string.Concat(Texts[random.Next(Texts.Length)].Take(1)),
        _ => Texts[random.Next(Texts.Length)] + Texts[random.Next(Texts.Length)],
    };

    private static RunValueType OfOne(string type)
    {
        Assert.That(RunValueType.TryParse(type, out var made, out var problem), Is.True, problem);
        return made!;
    }

    private static RunValueType Rows(params (string Name, string Type)[] columns)
    {
        RunColumn[] typed = [.. columns.Select(column => new RunColumn(column.Name, OfOne(column.Type).Scalar!.Value))];
        Assert.That(RunValueType.TryRows(typed, out var made, out var problem), Is.True, problem);
        return made!;
    }

    private static RunValue Made(RunValueType type, IReadOnlyList<IReadOnlyList<string?>> rows)
    {
        Assert.That(RunValue.TryMake(type, rows, out var made, out var problem), Is.True, problem);
        return made!;
    }

    private static RunValue Read(RunValueType type, string text)
    {
        Assert.That(RunValue.TryParse(type, text, out var read, out var problem), Is.True, problem);
        return read!;
    }
}
