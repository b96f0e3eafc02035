using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>Which names of a statement need a value, and that one without is refused before anything runs.</summary>
internal sealed class NamedParametersTests
{
    [TestCase("select @A, @a1 from t where x=@B -- @C", "A a1 B")]
    [TestCase("select '@A', \"@B\", 'you@example.org' /* @C */", "")]
    public void Names_are_found_outside_of_strings_comments_and_quoted_names(string sql, string names)
    {
        Assert.That(In(Platform.Sqlite, sql), Is.EqualTo(names));
        Assert.That(In(Platform.SqlServer, sql), Is.EqualTo(names));
    }

    [TestCase("select a <@ b, c @> d, e @@ f, g <@h, @@ i, $$ @J $$ from t", "")]
    [TestCase("select * from t where a = @Tenant", "Tenant")]
    public void Operators_of_PostgreSQL_and_its_dollar_quotes_are_none(string sql, string names) =>
        Assert.That(In(Platform.PostgreSql, sql), Is.EqualTo(names));

    [TestCase("declare @x int = @A, @y int; select @x, @Y, @@rowcount, @B", "A B")]
    [TestCase("exec p @Name = @A, @Other = 2; select @B", "A B")]
    [TestCase("create procedure p @x int as select @x", "")]
    [TestCase("select [@A], a@b from t", "")]
    public void What_TSQL_declares_itself_and_names_of_arguments_are_none(string sql, string names) =>
        Assert.That(In(Platform.SqlServer, sql), Is.EqualTo(names));

    [TestCase("declare @a int = (select max(i) from t), @b int = 5; update t set x = @b where i = @a", "")]
    [TestCase("declare @a int = case when 1 = 1 then 2 else 3 end, @b int; set @b = @a", "")]
    [TestCase("declare @a int = case when (select 1) = 1 then case 1 when 1 then 2 end end, @b int select @b", "")]
    [TestCase("declare @a int = (select case when x = 1 then 2 end from t with (nolock)), @b int select @b", "")]
    [TestCase("begin declare @a int = case 1 when 1 then 2 end end select @a, @B", "B")]
    [TestCase("if 1 = 1 begin declare @a int = 1 end select @a, @B", "B")]
    [TestCase("declare @a int = (select x from f(1, @P)), @b int = @Q select x from f(@a, @R)", "P Q R")]
    [TestCase("declare @a int = 1 select @a from t where x = case when y = 1 then 2 end and z in (1, @P)", "P")]
    public void A_list_of_declarations_goes_on_behind_a_value_with_brackets_or_CASE(string sql, string names) =>
        Assert.That(In(Platform.SqlServer, sql), Is.EqualTo(names));

    [Test]
    public void A_name_that_nobody_declared_is_refused_by_validate()
    {
        using var rig = new Rig();
        var load = Rig.Load("t") with
        {
            Source = new ObjectSource { Connection = "Db", Name = "u", Where = "Id = @Nobody" },
        };

        Assert.That(
            PackageKinds.All["load"].Check(load, rig.Solution).Select(each => each.Code), Does.Contain("ORC1344"));
    }

    [TestCase(Platform.PostgreSql, "Host=db1;Database=d;Pooling=true")]
    [TestCase(Platform.SqlServer, "Server=db1;Database=d;Max Pool Size=3")]
    [TestCase(Platform.SqlServer, "Server=${env:HOST};Database=d;Nonsense=1")]
    public void A_keyword_that_no_run_would_take_is_refused_by_validate(Platform platform, string written)
    {
        Assert.That(Codes(platform, written), Does.Contain("ORC1052"));
    }

    [TestCase(Platform.PostgreSql, "Host=${env:HOST};Port=${env:PORT:-5432};Database=d;Username=u")]
    [TestCase(Platform.SqlServer, "Server=db1;Database=d;User ID=u;Password=${secret:P}")]
    public void What_a_run_takes_is_none(Platform platform, string written)
    {
        Assert.That(Codes(platform, written), Does.Not.Contain("ORC1052"));
    }

    private static IEnumerable<string> Codes(Platform platform, string written)
    {
        using var rig = new Rig();
        rig.Servers.Add(new Connection { Name = "Srv", Platform = platform, ConnectionString = written });
        return [.. AddressChecks.Of(rig.Solution).Select(each => each.Code)];
    }

    private static string In(Platform platform, string sql) => string.Join(' ', NamedParameters.In(
        Platforms.Of(new Connection { Name = "x", Platform = platform })!.Dialect, sql));
}
