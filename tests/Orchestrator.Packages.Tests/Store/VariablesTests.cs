using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>Variables at work: bound in SQL, and as constants of columns.</summary>
internal sealed class VariablesTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Variables.AddRange([Of("Tenant", "nvarchar(30)", "A"), Of("N", "int", "2"), Of("Full", "bit", "1")]);
        _rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n3,Cy\n");
        _rig.Run(Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(30)")));
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Sql_sees_a_variable_as_a_parameter_and_never_as_text()
    {
        _rig.Variables[0] = Of("Tenant", "nvarchar(30)", "x'; drop table t; --");

        var result = _rig.Run(
            Sql("update t set Name = @Tenant where Id = @N and @Full = 1; delete from t where Id > @N;"));

        Assert.That(result.Error, Is.Null);
        Assert.That(_rig.Query("SELECT Id, Name FROM t ORDER BY Id"),
            Is.EqualTo((string[])["1|Ann", "2|x'; drop table t; --"]));
    }

    [TestCase("decimal(9,2)", "4.00")]
    [TestCase("decimal(9,0)", "4")]
    public void A_decimal_is_a_number_also_beside_an_expression(string type, string value)
    {
        _rig.Variables.Add(Of("Limit", type, value));

        var found = _rig.Run(Check("select * from t where Id * 2 > @Limit"));
        _rig.Run(Sql("delete from t where Id * 2 > @Limit"));

        Assert.That(found.Error?.Code, Is.EqualTo("ORC3430"));
        Assert.That(_rig.Query("SELECT Id FROM t ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void So_is_the_one_that_an_object_is_instanced_by()
    {
        var sql = Sql("delete from t where Id * 2 > @Limit");
        var given = Value("decimal(9,2)", "4.00");
        var turn = new InstanceTurn(null, "4.00", [new InstanceValue("Limit", given.Type, given)]);

        _rig.Run(sql with { Instance = new Instance("s", [turn]) });

        Assert.That(_rig.Query("SELECT Id FROM t ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_parameter_that_nobody_declared_is_refused_and_not_taken_as_NULL()
    {
        var result = _rig.Run(Sql("delete from t where Name <> @Tenent or @Tenent is null"));

        Assert.That((result.Error!.Code, result.Error.Message),
            Is.EqualTo(("ORC3417", result.Error.Message)));
        Assert.That(result.Error.Message, Does.Contain("@Tenent").And.Contain("@Tenant"));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])["3"]));
    }

    [Test]
    public void A_check_and_a_source_see_them_too()
    {
        var load = Rig.Load("u") with
        {
            Source = new ObjectSource { Connection = "Db", Name = "t", Where = "Id >= @N" },
        };

        Assert.That(_rig.Run(Check("select * from t where Id > @N")).Error!.Code, Is.EqualTo("ORC3430"));
        Assert.That(_rig.Run(load).Counts.Inserted, Is.EqualTo(2));
    }

    [TestCase("t.csv", null)]
    [TestCase(null, "t")]
    public void A_constant_fills_its_column_in_each_row_whatever_the_source_calls_its_own(string? file, string? table)
    {
        var load = Rig.Load("u", Constant("Name", "nvarchar(9)", "two words"), Rig.Column("Id", "int"),
            Constant("Day", "date", "2026-01-31"), Constant("Price", "decimal(9,2)", "1.50")) with
        {
            Source = new ObjectSource { Connection = file is null ? "Db" : "Files", File = file, Name = table },
        };

        var result = _rig.Run(load);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_rig.Query("SELECT Name, Id, Day, Price FROM u ORDER BY Id"), Is.EqualTo((string[])
            ["two words|1|2026-01-31|1.5", "two words|2|2026-01-31|1.5", "two words|3|2026-01-31|1.5"]));
    }

    private static ColumnDefinition Constant(string name, string type, string value) => Rig.Column(name, type) with
    {
        Value = value,
        Constant = Value(type, value),
    };

    public static Variable Of(string name, string type, string value) =>
        new(name, Rig.Type(type), Value(type, value), "default", Origin.Default);

    private static TypedValue Value(string type, string text) =>
        TypedValue.TryParse(Rig.Type(type), text, out var value, out var problem) ? value!
            : throw new ArgumentException(problem);

    private static ObjectDefinition Check(string nothing) => new()
    {
        Name = "c",
        Project = "Staging",
        Kind = "check",
        Container = "Core",
        Target = new ObjectTarget("Db", null, "t"),
        Check = new CheckRules { ReturnsNothing = new SqlText(nothing, null, default) },
    };

    private static ObjectDefinition Sql(string text) => new()
    {
        Name = "s",
        Project = "Staging",
        Kind = "sql",
        Container = "Core",
        Target = new ObjectTarget("Db", null, "t"),
        Sql = new SqlText(text, null, new Origin("s.yaml", 1, 1)),
    };
}
