using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Watermarks and variables with PostgreSQL on both sides, where values of queries are settings.</summary>
internal sealed class WatermarkOnServerTests
{
    private static readonly SqlText All = new("select id, at from source", null, default);

    private PostgreSqlRig _pg = null!;

    [SetUp]
    public void Make() => _pg = new PostgreSqlRig();

    [TearDown]
    public void Remove() => _pg.Dispose();

    [TestCase("timestamp", "datetime2(7)", "'2026-01-0' || i || ' 10:00:00.123456'", "2026-01-03 10:00:00.1234560")]
    [TestCase("timestamptz", "datetimeoffset(6)", "'2026-01-0' || i || ' 10:00:00.123456+02'",
        "2026-01-03 08:00:00.123456 +00:00")]
    [TestCase("date", "date", "'2026-01-0' || i", "2026-01-03")]
    [TestCase("bigint", "bigint", "i", "3")]
    [TestCase("numeric(9,2)", "decimal(9,2)", "i + 0.25", "3.25")]
    public void Each_load_reads_what_lies_behind_the_one_before(string native, string type, string value, string last)
    {
        _pg.Execute($"CREATE TABLE source (id int, at {native})");
        var load = Load(type);
        string? stands = null;
        var inserted = new List<long>();
        for (var i = 1; i <= 3; i++)
        {
            _pg.Execute($"INSERT INTO source SELECT i, ({value})::{native} FROM generate_series({i}, {i}) AS i");
            var result = Run(load, stands);
            Assert.That(result.Error?.Message, Is.Null);
            inserted.Add(result.Counts.Inserted);
            stands = result.Watermark!.Value;
        }

        Assert.That(inserted, Is.EqualTo(new[] { 1L, 1, 1 }));
        Assert.That(stands, Is.EqualTo(last));
        Assert.That(Run(load, stands).Counts.Read, Is.Zero);
    }

    [TestCase("timestamp", "datetime2(3)", "'2026-01-02 10:00:00.12345' || i")]
    [TestCase("timestamp", "datetime2(0)", "'2026-01-02 10:00:00.00000' || i")]
    [TestCase("timestamp", "date", "'2026-01-02 10:00:00.' || i")]
    [TestCase("timestamp", "smalldatetime", "'2026-01-02 10:00:0' || i")]
    [TestCase("timestamp", "datetime", "'2026-01-02 10:00:00.00' || i")]
    [TestCase("timestamptz", "datetimeoffset(0)", "'2026-01-02 10:00:00.00000' || i || '+02'")]
    [TestCase("numeric(18,4)", "decimal(18,2)", "1 + i * 0.0001")]
    [TestCase("numeric", "int", "1 + i * 0.0001")]
    [TestCase("bigint", "int", "3000000000 + i")]
    [TestCase("float8", "decimal(9,2)", "0.1 + 0.2 + i * 1e-16")]
    public void Rows_within_one_unit_of_a_coarser_watermark_are_read_as_they_come_and_once(
        string native, string type, string value)
    {
        _pg.Execute($"CREATE TABLE source (id int, at {native})");
        var load = Load(type) with
        {
            Columns = [Rig.Column("id", "int")],
            Source = new ObjectSource { Connection = "Pg", Query = All },
        };
        string? stands = null;
        var inserted = new List<long>();
        for (var i = 1; i <= 3; i++)
        {
            _pg.Execute($"INSERT INTO source SELECT i, ({value})::{native} FROM generate_series({i}, {i}) AS i");
            var result = Run(load, stands);
            Assert.That(result.Error?.Message, Is.Null);
            inserted.Add(result.Counts.Inserted);
            stands = result.Watermark?.Value ?? stands;
        }

        Assert.That(inserted, Is.EqualTo(new[] { 1L, 1, 1 }));
        Assert.That(Run(load, stands).Counts.Read, Is.Zero);
    }

    [TestCase("timestamp", "datetime2(6)", "infinity")]
    [TestCase("timestamptz", "datetimeoffset(6)", "infinity")]
    [TestCase("timestamp", "datetime2(6)", "9999-12-31 23:59:59.999999")]
    [TestCase("timestamp", "datetime2(6)", "9999-12-30 23:00:00")]
    [TestCase("timestamptz", "datetimeoffset(6)", "9999-12-31 00:00:00+02")]
    [TestCase("timestamptz", "datetimeoffset(6)", "9999-12-31 00:00:00+14")]
    [TestCase("timestamptz", "datetimeoffset(6)", "9999-12-31 23:59:59-12")]
    [TestCase("timestamp", "datetime2(6)", "10000-01-01")]
    [TestCase("date", "date", "infinity")]
    [TestCase("numeric", "decimal(9,2)", "NaN")]
    [TestCase("numeric", "decimal(9,2)", "Infinity")]
    [TestCase("float8", "decimal(9,2)", "NaN")]
    [TestCase("float8", "decimal(9,2)", "Infinity")]
    public void A_value_behind_which_nothing_comes_does_not_move_the_watermark_and_is_told(
        string native, string type, string value)
    {
        var isTime = Rig.Type(type).IsTemporal;
        string Value(int i) => isTime ? $"'2026-01-0{i}'" : $"{i}";
        _pg.Execute($"CREATE TABLE source (id int, at {native}); "
            + $"INSERT INTO source VALUES (1, {Value(1)}), (9, '{value}')");
        var load = Load(type) with
        {
            Columns = [Rig.Column("id", "int")],
            Source = new ObjectSource { Connection = "Pg", Query = All },
        };

        var first = Run(load, null);
        _pg.Execute($"INSERT INTO source VALUES (2, {Value(2)})");
        var second = Run(load, first.Watermark?.Value);

        Assert.That((first.Error?.Message, second.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That((first.Counts.Inserted, second.Counts.Inserted), Is.EqualTo((1, 1)));
        Assert.That(first.Warnings.Concat(second.Warnings).Count(warning => warning.StartsWith(
            "1 rows of the source hold a value in 'at' behind which nothing comes", StringComparison.Ordinal)),
            Is.EqualTo(2));
    }

    [Test]
    public void A_query_with_variables_is_bounded_and_rows_that_do_not_count_are_taken_back()
    {
        _pg.Rig.Variables.Add(Variable("Skip", "int", "2"));
        _pg.Rig.Variables.Add(Variable("Day", "date", "2026-01-01"));
        _pg.Execute("CREATE TABLE source (id int, at timestamp); "
            + "INSERT INTO source SELECT i, timestamp '2026-01-01' + i * interval '1 day' "
            + "FROM generate_series(0, 4) i");
        var load = Load("datetime2(6)") with
        {
            Source = new ObjectSource
            {
                Connection = "Pg",
                Query = new SqlText(
                    "select id, at from source where id <> @Skip and at > @Day -- not the first", null, default),
            },
        };

        Assert.That(Run(load, null).Counts.Inserted, Is.EqualTo(3));
        Assert.That(Run(load, null, _pg.Rig.LastAttempt).Counts.Inserted, Is.EqualTo(3));
        Assert.That(_pg.Query("SELECT id FROM target ORDER BY id"), Is.EqualTo((string[])["1", "3", "4"]));
    }

    [Test]
    public void A_full_refresh_that_was_committed_without_a_record_is_done_again()
    {
        _pg.Execute("CREATE TABLE source (id int, at date); "
            + "INSERT INTO source SELECT i, date '2026-01-01' + i FROM generate_series(0, 4) i");
        var load = Load("date");
        var stands = Run(load, null).Watermark!.Value;
        RunFrom(load, new WatermarkStart(null, []) { IsFullRefresh = true });
        var killed = _pg.Rig.LastAttempt;

        RunFrom(load, new WatermarkStart(stands, [killed]) { Refreshes = [killed] });

        Assert.That(_pg.Query("SELECT id FROM target ORDER BY id"), Is.EqualTo((string[])["0", "1", "2", "3", "4"]));
    }

    [Test]
    public void Constants_become_values_of_their_types()
    {
        _pg.Execute("CREATE TABLE source (id int, at timestamp); INSERT INTO source VALUES (1, now())");
        var load = PostgreSqlRig.Load("target", Rig.Column("id", "int"), Constant("day", "date", "2026-01-31"),
            Constant("price", "decimal(9,2)", "1.50"), Constant("full", "bit", "1")) with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "source" },
        };

        Assert.That(_pg.Rig.Run(load).Error?.Message, Is.Null);
        Assert.That(_pg.Query("SELECT day, price, \"full\" FROM target WHERE day = date '2026-01-31' AND \"full\""),
            Has.Length.EqualTo(1));
    }

    private PackageResult Run(ObjectDefinition load, string? stands, params long[] unfinished) =>
        RunFrom(load, new WatermarkStart(stands, unfinished));

    private PackageResult RunFrom(ObjectDefinition load, WatermarkStart start) =>
        PackageKinds.All["load"].Run(_pg.Rig.Context(load) with { Past = new() { Watermark = () => start } });

    private static ColumnDefinition Constant(string name, string type, string value) => Rig.Column(name, type) with
    {
        Value = value,
        Constant = Value(type, value),
    };

    private static Variable Variable(string name, string type, string value) =>
        new(name, Rig.Type(type), Value(type, value), "default", Origin.Default);

    private static TypedValue Value(string type, string text) =>
        TypedValue.TryParse(Rig.Type(type), text, out var value, out var problem) ? value!
            : throw new ArgumentException(problem);

    private static ObjectDefinition Load(string type) =>
        PostgreSqlRig.Load("target", Rig.Column("id", "int"), Rig.Column("at", type)) with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "source" },
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) },
            SystemColumns = [new SystemColumn("RowAuditId", "RowAuditId", Rig.Type("bigint"), default)],
            Watermark = new Watermark { Name = "M", Column = "at", DataType = Rig.Type(type) },
        };
}
