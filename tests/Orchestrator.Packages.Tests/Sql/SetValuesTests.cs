using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Sql;

/// <summary>What statements return as values of the run, on a file and on a server.</summary>
internal sealed class SetValuesTests
{
    private PostgreSqlRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PostgreSqlRig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("int", "select 7 as id", "7")]
    [TestCase("int", "select 7.00::numeric(9,2) as id", "7")]
    [TestCase("bigint", "select 9223372036854775807 as id", "9223372036854775807")]
    [TestCase("decimal(38,10)", "select 1.5::numeric as id", "1.5000000000")]
    [TestCase("float", "select 0.1::float8 as id", "0.1")]
    [TestCase("bit", "select true as id", "1")]
    [TestCase("bit", "select false as id", "0")]
    [TestCase("date", "select date '2026-11-27' as id", "2026-11-27")]
    [TestCase("date", "select timestamp '2026-11-27 00:00:00' as id", "2026-11-27")]
    [TestCase("datetime2(6)", "select timestamp '2026-11-27 10:00:00.123456' as id", "2026-11-27 10:00:00.123456")]
    [TestCase("time(0)", "select time '10:00' as id", "10:00:00")]
    [TestCase("nvarchar(40)", "select 'it''s ]] \" ; --' as id", "it's ]] \" ; --")]
    [TestCase("nvarchar(40)", "select '' as id", "")]
    [TestCase("nvarchar(40)", "select null as id", null)]
    [TestCase("int", "create table t (id int); insert into t values (1), (2); select count(*) as id from t", "2")]
    [TestCase("int", "create table made (id int); insert into made values (5) returning id", "5")]
    public void A_server_s_value_is_taken_as_one_of_the_variable_s_type(string type, string sql, string? text)
    {
        var result = Run(Pg(sql, type, "id"));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Sets["X"].Scalar?.Text, Is.EqualTo(text));
    }

    [TestCase("int", "select 'seven' as id", "'s' sets 'X', which is int, from 'id': ")]
    [TestCase("int", "select 7.5 as id", "from 'id': ")]
    [TestCase("date", "select timestamp '2026-11-27 10:00:00' as id", "from 'id': ")]
    [TestCase("int", "select 1 as id union all select 2", "the result has 2 rows, and one is wanted")]
    [TestCase("int", "select 1 as id where false", "write onNone: null")]
    [TestCase("int", "select 1 as other", "the result has no column 'id', it has other")]
    [TestCase("int", "select 1 as id, 2 as id", "the result has 2 columns called 'id'")]
    public void What_is_no_value_of_it_fails_the_attempt(string type, string sql, string why)
    {
        var result = Run(Pg($"create table made (id int); {sql}", type, "id"));

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Class),
            Is.EqualTo((NodeState.Failed, "ORC3524", ErrorClass.Data)));
        Assert.That(result.Error.Message, Does.Contain(why));
        Assert.That(_rig.Query("select count(*) from pg_class where relname = 'made'"), Is.EqualTo(new[] { "0" }));
        Assert.That(result.Sets, Is.Empty);
    }

    [Test]
    public void Rows_are_taken_as_they_are_and_in_their_order()
    {
        var type = RunValueType.TryParse("rows(\"Code\" char(2), \"At\" date)", out var of, out _) ? of : null!;
        var sql = "select code, at from (values ('DE', date '2026-01-31'), ('AT', null)) as v(code, at)";

        var result = Run(Statement("Pg", sql, new ValueSet("X", type, "rows", default)));
        var none = Run(Statement("Pg", $"{sql} where code = 'FR'", new ValueSet("X", type, "rows", default)));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Sets["X"].Text, Is.EqualTo("DE\t2026-01-31\nAT\t\\N\n"));
        Assert.That(none.Sets["X"].Rows, Is.Empty);
    }

    [TestCase("select x'00ff' as id", "'id' holds bytes that are no text: have the statement write them as digits")]
    [TestCase("select cast(x'61ff' as text) as id", "'id' holds bytes that are no text")]
    public void Bytes_that_are_no_text_are_no_value_and_hex_digits_are(string sql, string why)
    {
        var result = Run(Statement("Db", sql, new ValueSet("X", OfOne("nvarchar(40)"), "id", default)));
        var digits = Run(Statement("Db", "select hex(x'00ff') as id, x'ff' as other",
            new ValueSet("X", OfOne("nvarchar(40)"), "id", default)));

        Assert.That((result.Error!.Code, result.Error.Class), Is.EqualTo(("ORC3524", ErrorClass.Data)));
        Assert.That(result.Error.Message, Does.Contain(why));
        Assert.That(digits.Sets["X"].Text, Is.EqualTo("00FF"));
    }

    [Test]
    public void Rows_with_bytes_that_are_no_text_are_refused_with_the_row()
    {
        var type = RunValueType.TryParse("rows(\"id\" nvarchar(9))", out var of, out _) ? of : null!;
        const string Sql = "select 'a' as id union all select cast(x'61ff' as text)";

        var result = Run(Statement("Db", Sql, new ValueSet("X", type, "rows", default)));

        Assert.That(result.Error!.Code, Is.EqualTo("ORC3524"));
        Assert.That(result.Error.Message, Does.Contain("'id' holds bytes that are no text, in row 2"));
    }

    [Test]
    public void A_value_that_its_column_cannot_be_is_not_taken_for_null()
    {
        var type = RunValueType.TryParse("rows(\"id\" date)", out var of, out _) ? of : null!;

        var result = Run(Statement("Pg", "select date 'infinity' as id union all select date '2026-01-31'",
            new ValueSet("X", type, "rows", default)));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3524"));
    }

    [Test]
    public void What_is_no_value_or_no_name_is_told_with_its_line()
    {
        var set = new ValueSet("X", OfOne("int"), "id", new Origin("s.yaml", 7, 9));
        var named = Statement("Db", "", null) with
        {
            Sql = new SqlText("select 1;\nselect * from ${name:X}", null, new Origin("s.yaml", 4, 6)),
        };
        var context = _rig.Rig.Context(named) with
        {
            Given = new Dictionary<string, RunValue> { ["X"] = Value("nvarchar(9)", null) },
        };

        var value = Run(Statement("Db", "select 'seven' as id", set)).Error!;
        var name = PackageKinds.All["sql"].Run(context).Error!;

        Assert.That((value.Code, value.Script, value.Line), Is.EqualTo(("ORC3524", "s.yaml", 7L)));
        Assert.That((name.Code, name.Script, name.Line), Is.EqualTo(("ORC3627", "s.yaml", 5L)));
    }

    [Test]
    public void What_is_given_is_a_parameter_of_its_type()
    {
        var definition = Statement(
            "Pg", "create table made (at timestamp, none text); insert into made values (@At, @None)", null);
        var context = _rig.Rig.Context(definition) with
        {
            Given = new Dictionary<string, RunValue>
            {
                ["At"] = Value("datetime2(3)", "2026-11-27 10:00:00.123"),
                ["None"] = Value("nvarchar(9)", null),
            },
        };

        var result = PackageKinds.All["sql"].Run(context);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Lines("select at, none from made"), Is.EqualTo(new[] { "2026-11-27 10:00:00.123|∅" }));
    }

    [Test]
    public void The_rows_that_statements_change_are_counted_together()
    {
        const string Two = "create table made (id int); insert into made values (1), (2); delete from made";

        var result = Run(Statement("Db", Two, new ValueSet("X", OfOne("bigint"), "changed", default)));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.Sets["X"].Text, Is.EqualTo("4"));
    }

    private PackageResult Run(ObjectDefinition definition) => _rig.Rig.Run(definition);

    private static ObjectDefinition Pg(string sql, string type, string column) =>
        Statement("Pg", sql, new ValueSet("X", OfOne(type), column, default));

    private static ObjectDefinition Statement(string connection, string sql, ValueSet? set) => Rig.Load("s") with
    {
        Kind = "sql",
        Source = null,
        Target = new ObjectTarget(connection, null, "s"),
        Sql = new SqlText(sql, null, default),
        Sets = set is null ? null : new ValueSets { Each = [set] },
    };

    private static RunValueType OfOne(string type) =>
        RunValueType.TryParse(type, out var of, out var problem) ? of : throw new ArgumentException(problem);

    private static RunValue Value(string type, string? text) =>
        RunValue.TryMake(OfOne(type), [[text]], out var made, out var problem)
            ? made : throw new ArgumentException(problem);
}
