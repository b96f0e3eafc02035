using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Matrix;

/// <summary>
/// Rows from each kind of source, all of whose values are text, into tables of PostgreSQL with a column of each type
/// that no source has: in every pattern, twice, and the second time nothing is written where the pattern compares.
/// </summary>
[TestFixture("csv")]
[TestFixture("jsonl", Category = "Full")]
[TestFixture("sqlite", Category = "Full")]
[TestFixture("postgresql")]
internal sealed class TargetTypeTests(string source)
{
    // Declaration, and the value of each of two rows, as a source may write them and not as PostgreSQL would.
    private static readonly (string Type, string One, string Two)[] Types =
    [
        ("numeric", "1.50", "-0.000001"), ("numeric(45,2)", "1.50", "-7"), ("money", "1.50", "-2.25"),
        ("json", "{\"a\":  1}", "[1,2]"), ("jsonb", "{\"a\":  1}", "[1,2]"), ("mood", "sad", "ok"),
        ("inet", "10.0.0.1", "::1"), ("cidr", "10.0.0.0/8", "::/0"), ("macaddr", "08-00-2b-01-02-03", "0:0:0:0:0:1"),
        ("macaddr8", "08:00:2b:01:02:03:04:05", "00-00-00-00-00-00-00-01"), ("interval", "1 month 2 days", "00:00:01"),
        ("interval(0)", "1 hour", "2 days"), ("int[]", "{1, 2}", "{}"), ("text[]", "{a, \"b c\"}", "{NULL}"),
        ("numeric(5,2)[]", "{1.50}", "{2}"), ("int4range", "[1,5]", "empty"), ("numrange", "(1.5,)", "[1,2)"),
        ("tsrange", "[2024-01-01,2024-01-02)", "(,)"), ("daterange", "[2024-01-01,2024-01-02]", "empty"),
        ("int4multirange", "{[1,3], [5,7]}", "{}"), ("timetz", "10:00+02", "23:59:59.5-05"),
        ("xml", "<a b='1'/>", "<b>text</b>"), ("bit(3)", "101", "000"), ("varbit", "1", "0011"),
        ("point", "1,2", "(0.5,-3)"), ("line", "{1,-1,0}", "{0,1,2}"), ("lseg", "[(0,0),(1,1)]", "((1,2),(3,4))"),
        ("box", "(0,0),(1,1)", "(3,4),(1,2)"), ("path", "((0,0),(1,1))", "[(0,0),(1,1)]"),
        ("polygon", "((0,0),(1,1),(1,0))", "((5,5),(6,6),(7,5))"), ("circle", "<(0,0),1>", "<(1,1),2>"),
        ("hstore", "a=>1, b=>2", "a=>NULL"), ("tsvector", "b a", "c:1"), ("tsquery", "a & b", "!c"),
        ("oid", "42", "7"), ("regclass", "pg_class", "pg_type"), ("pg_lsn", "0/16B3748", "1/0"),
        ("jsonpath", "$.a", "strict $.b"), ("txid_snapshot", "10:20:", "1:2:"), ("\"char\"", "x", "y"),
        ("name", "n", "m"), ("citext", "Ab", "aB"), ("amount", "1.5", "2"), ("word", "a", "b"),
        ("pair", "(1, x)", "(,)"),
        ("text COLLATE \"C\"", "a", "B"), ("text COLLATE ci", "a", "B"),
    ];

    private PostgreSqlPlace _to = null!;
    private Place? _from;
    private Loading _loading = null!;

    [OneTimeSetUp]
    public void Make()
    {
        _to = new PostgreSqlPlace();
        _to.Run("""
            CREATE EXTENSION hstore; CREATE EXTENSION citext;
            CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
            CREATE TYPE mood AS ENUM ('sad', 'ok');
            CREATE DOMAIN amount AS numeric(1000, 2) CHECK (VALUE > 0);
            CREATE DOMAIN word AS text COLLATE "C" CHECK (VALUE <> 'c');
            CREATE TYPE pair AS (a int, b text)
            """);
        _from = source switch
        {
            "csv" => null,
            "jsonl" => new FilesPlace(FileStyle.Jsonl, [.. Names.Select(name => (name, 0))]),
            "sqlite" => new SqlitePlace(),
            _ => new PostgreSqlPlace(),
        };
        _loading = new Loading(_from, _to);
        WriteSource();
        _to.Run($"CREATE TABLE expected ({Declared("")}); INSERT INTO expected VALUES {Values(1)}, {Values(2)}");
    }

    [OneTimeTearDown]
    public void Remove()
    {
        _loading?.Dispose();
        _from?.Dispose();
        _to?.Dispose();
    }

    [TestCase(LoadPattern.TruncateInsert, Swap.Auto)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(LoadPattern.TruncateInsert, Swap.Shadow)]
    [TestCase(LoadPattern.TruncateInsert, Swap.InPlace)]
    [TestCase(LoadPattern.Append, Swap.Auto)]
    [TestCase(LoadPattern.Merge, Swap.Auto)]
    [TestCase(LoadPattern.DeltaInsert, Swap.Auto)]
    [TestCase(LoadPattern.ReplaceRange, Swap.Auto)]
    public void A_pattern_writes_them(LoadPattern pattern, Swap swap) => Twice(new LoadOptions
    {
        Pattern = Loading.Written(pattern),
        Swap = Loading.Written(swap),
        Range = Loading.Written<LoadRange?>(pattern == LoadPattern.ReplaceRange ? new LoadRange("id", "0", "9") : null),
    });

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    public void Rows_that_are_committed_one_by_one_are_written(LoadPattern pattern) => Twice(new LoadOptions
    {
        Pattern = Loading.Written(pattern),
        CommitRows = Loading.Written(1L),
        FastLoad = Loading.Written(false),
    });

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    public void Rows_that_are_redirected_where_they_are_refused_are_written(LoadPattern pattern) => Twice(
        new LoadOptions { Pattern = Loading.Written(pattern) },
        definition => definition with
        {
            Errors = definition.Errors with { OnError = Loading.Written(Policy.Redirect) },
        });

    [Test]
    public void Rows_in_order_are_written() => Twice(new LoadOptions
    {
        Swap = Loading.Written(Swap.Transaction),
        SortedBy = Loading.Written(InOrder),
    });

    [Test]
    public void Rows_are_written_beside_foreign_keys_and_indexes_that_are_made_anew() => Twice(new LoadOptions
    {
        Swap = Loading.Written(Swap.Transaction),
        ForeignKeys = Loading.Written(ForeignKeys.Recreate),
        Indexes = Loading.Written(Indexes.RebuildAfter),
    });

    [Test]
    public void Rows_in_several_streams_are_written()
    {
        if (_from is not PostgreSqlPlace)
        {
            Assert.Ignore("only tables of a server are read in parts");
        }

        Twice(new LoadOptions { SplitBy = Loading.Written<SplitBy?>(new SplitBy("id", 2)) });
    }

    [TestCase(ScdEngine.Set)]
    [TestCase(ScdEngine.Dataflow)]
    public void Versions_hold_them(ScdEngine engine)
    {
        var table = _to.NewTable();
        var load = Load(table, new LoadOptions { Pattern = Loading.Written(LoadPattern.Versions) });
        load = load with
        {
            Kind = "scd",
            Scd = new ScdOptions { Engine = engine },
            Columns = [.. load.Columns.Select((column, place) => column with
            {
                Change = place % 2 == 0 ? ColumnChange.Track : ColumnChange.Overwrite,
            })],
            SystemColumns = [.. Versions],
        };
        _to.Run($"CREATE TABLE {table.Name} ({Declared("")}, \"RowHash\" bytea, \"RowAuditId\" bigint, "
            + "\"RowEffectiveFromDate\" timestamp NOT NULL, \"RowEffectiveToDate\" timestamp NOT NULL, "
            + "\"RowIsCurrent\" boolean NOT NULL, \"RowVersion\" int NOT NULL)");

        var first = _loading.Run(load);
        var again = _loading.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(
            ($"{first.Counts}", $"{again.Counts}"), Is.EqualTo(("2 read = 2 inserted", "2 read = 2 unchanged")));
        Assert.That(Held(table), Is.EqualTo(Held(new TableName("public", "expected"))));
    }

    [Test]
    public void A_buffer_brings_them()
    {
        var table = _to.NewTable();
        _to.Run($"CREATE TABLE {table.Name} ({Declared(" PRIMARY KEY")}, \"RowBufferId\" bigint)");
        var load = Load(table, new LoadOptions { Pattern = Loading.Written(LoadPattern.Merge) }) with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Place.Type("bigint"), Origin.Default)],
        };

        var first = _loading.Run(load);
        var again = _loading.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(
            ($"{first.Counts}", $"{again.Counts}"), Is.EqualTo(("2 read = 2 inserted", "2 read = 2 updated")));
        Assert.That(Held(table), Is.EqualTo(Held(new TableName("public", "expected"))));
    }

    private static IReadOnlyList<string> InOrder => ["id"];

    private static IEnumerable<string> Names => Types.Select((_, place) => $"c{place}").Prepend("id");

    private static IEnumerable<SystemColumn> Versions =>
        from column in new[]
        {
            ("RowHash", "binary(32)"), ("RowAuditId", "bigint"), ("RowEffectiveFromDate", "datetime2(6)"),
            ("RowEffectiveToDate", "datetime2(6)"), ("RowIsCurrent", "bit"), ("RowVersion", "int"),
        }
        select new SystemColumn(column.Item1, column.Item1, Place.Type(column.Item2), Origin.Default);

    private static string Declared(string key) => $"id int NOT NULL{key}, "
        + string.Join(", ", Types.Select((type, place) => $"c{place} {type.Type}"));

    private static string Values(int row) => $"({row}, "
        + string.Join(", ", Types.Select(type => $"'{Value(type, row).Replace("'", "''")}'")) + ")";

    private static string Value((string Type, string One, string Two) type, int row) => row == 1 ? type.One : type.Two;

    private void Twice(LoadOptions options, Func<ObjectDefinition, ObjectDefinition>? change = null)
    {
        var table = _to.NewTable();
        var recreates = options.ForeignKeys.Value == ForeignKeys.Recreate;
        var key = options.Pattern.Value == LoadPattern.Append ? "" : " PRIMARY KEY";
        _to.Run($"CREATE TABLE {table.Name} ({Declared(key)})"
            + (recreates ? $"; CREATE TABLE {table.Name}_of (id int REFERENCES {table.Name}); "
                + $"CREATE INDEX ON {table.Name} (c0)" : ""));
        var load = Load(table, options);
        load = change?.Invoke(load) ?? load;

        var first = _loading.Run(load);
        var held = Held(table);
        var again = _loading.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That($"{first.Counts}", Is.EqualTo("2 read = 2 inserted"));
        Assert.That(held, Is.EqualTo(Held(new TableName("public", "expected"))));
        Assert.That($"{again.Counts}", Is.EqualTo(
            options.Pattern.Value is LoadPattern.Merge or LoadPattern.DeltaInsert
                ? "2 read = 2 unchanged" : "2 read = 2 inserted"));
    }

    private ObjectDefinition Load(TableName table, LoadOptions options) => _loading.Load(
        source switch { "csv" => "all.csv", "jsonl" => "all.jsonl", _ => "all_types" }, table,
        [
            Loading.Column("id", "int", key: 1) with { Nullable = false },
            .. Types.Select((type, place) => Loading.Column($"c{place}", type.Type == "xml" ? "xml" : null)),
        ]) with
    {
        Load = options,
    };

    private string[] Held(TableName table) =>
        [.. _to.Stored(table, [.. Names]).Select(row => string.Join('|', row.Select(value => value ?? "∅")))];

    private void WriteSource()
    {
        string[] head = [.. Names];
        string[][] rows = [.. new[] { 1, 2 }.Select(row =>
            Types.Select(type => Value(type, row)).Prepend($"{row}").ToArray())];
        switch (source)
        {
            case "csv":
                _loading.Write("all.csv", string.Concat(rows.Prepend(head).Select(row =>
                    string.Join(',', row.Select(value => $"\"{value.Replace("\"", "\"\"")}\"")) + "\n")));
                break;
            case "jsonl":
                File.WriteAllLines(
                    Path.Combine(_from!.Connection("From").Folder!, "all.jsonl"),
                    rows.Select(row => System.Text.Json.JsonSerializer.Serialize(
                        head.Zip(row).ToDictionary(pair => pair.First, pair => pair.Second))));
                break;
            default:
                _from!.Run($"CREATE TABLE all_types ({string.Join(", ", head.Select(name =>
                    $"{name} {(name == "id" ? "int" : "text")}"))})");
                _from!.Run("INSERT INTO all_types VALUES " + string.Join(", ", rows.Select(row =>
                    $"({string.Join(", ", row.Select(value => $"'{value.Replace("'", "''")}'"))})")));
                break;
        }
    }
}
