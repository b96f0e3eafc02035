using System.Data.Common;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Loads from PostgreSQL as a role from which policies hide rows.</summary>
internal sealed class PartsShownTests
{
    private static int _roles;

    private string _role = "";
    private PostgreSqlRig _pg = null!;

    [SetUp]
    public void Make()
    {
        _pg = new PostgreSqlRig();
        _role = $"reader_{Interlocked.Increment(ref _roles)}";
        _pg.Execute($"CREATE ROLE {_role} LOGIN PASSWORD 'geheim'; CREATE TABLE source (id int, tenant int); "
            + "INSERT INTO source VALUES (1, 1), (2, 2); "
            + "CREATE VIEW plain AS SELECT * FROM source; "
            + "CREATE VIEW invoked WITH (security_invoker = true) AS SELECT * FROM source; "
            + "CREATE VIEW barred WITH (security_barrier, security_invoker = on) AS SELECT * FROM source; "
            + "CREATE VIEW above AS SELECT * FROM plain; "
            + $"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {_role}; "
            + $"CREATE POLICY mine ON source TO {_role} USING (tenant = 1)");
        Reads(RowSecurity.Refused);
    }

    [TearDown]
    public void Remove() => _pg.Dispose();

    [TestCase("source")]
    [TestCase("invoked")]
    [TestCase("barred")]
    public void Rows_that_a_policy_hides_end_the_load_from_the_night_on_in_which_it_is_switched_on(string name)
    {
        var before = Run(name);
        _pg.Execute("ALTER TABLE source ENABLE ROW LEVEL SECURITY");
        var error = Run(name).Error!;
        _pg.Execute("ALTER TABLE source DISABLE ROW LEVEL SECURITY");
        var after = Run(name);

        Assert.That((before.Counts.Inserted, after.Counts.Inserted), Is.EqualTo((2, 2)));
        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3465", error.Message)));
        Assert.That(error.Message, Does.Contain("rowSecurity: accepted"));
        Assert.That(_pg.Query("SELECT id FROM target ORDER BY id"), Is.EqualTo((string[])["1", "2"]));
    }

    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.DeltaInsert)]
    [TestCase(LoadPattern.TruncateInsert)]
    public void So_it_is_with_each_pattern_and_with_a_query(LoadPattern pattern)
    {
        _pg.Execute("ALTER TABLE source ENABLE ROW LEVEL SECURITY");
        var load = Load("source");
        var query = new SqlText("select s.id, s.tenant from source s", null, default);

        var codes = new[] { load.Source!, new ObjectSource { Connection = "Reader", Query = query } }.Select(source =>
            _pg.Rig.Run(load with
            {
                Source = source,
                Load = new LoadOptions { Pattern = Rig.Written(pattern) },
                Columns = [Rig.Column("id", "int") with { Key = 1 }, Rig.Column("tenant", "int")],
            }).Error?.Code);

        Assert.That(codes, Is.All.EqualTo("ORC3465"));
    }

    [Test]
    public void A_view_that_reads_with_the_rights_of_an_owner_who_sees_everything_is_whole()
    {
        _pg.Execute("ALTER TABLE source ENABLE ROW LEVEL SECURITY");

        Assert.That((Run("plain").Counts.Inserted, Run("above").Counts.Inserted), Is.EqualTo((2, 2)));
    }

    [Test]
    public void The_part_is_taken_where_the_connection_says_that_it_is_what_is_wanted()
    {
        _pg.Execute("ALTER TABLE source ENABLE ROW LEVEL SECURITY");
        Reads(RowSecurity.Accepted);

        var result = Run("source");

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 1)));
    }

    [Test]
    public void The_owner_of_a_table_sees_all_of_it_until_its_policies_are_forced_on_him()
    {
        _pg.Execute($"ALTER TABLE source OWNER TO {_role}; ALTER TABLE source ENABLE ROW LEVEL SECURITY");
        var owned = Run("source");
        _pg.Execute("ALTER TABLE source FORCE ROW LEVEL SECURITY");

        Assert.That((owned.Counts.Inserted, Run("source").Error?.Code), Is.EqualTo((2, "ORC3465")));
    }

    [Test]
    public void The_catalog_tells_the_same_tables_and_views_as_the_loads()
    {
        _pg.Execute("ALTER TABLE source ENABLE ROW LEVEL SECURITY");
        using var database = PostgreSqlRig.PlatformOf().Open(
            new Data.DatabaseAddress { Connection = "Reader", ConnectionString = AsReader },
            new Data.DatabaseUse { IsTarget = false, Time = TimeProvider.System });

        Assert.That(database.PartsShown(null).Select(part => part.Table.Name),
            Is.EquivalentTo((string[])["source", "invoked", "barred"]));
        Assert.That(database.PartsShown(new Data.TableName("public", "barred")).Select(part => part.Table.Name),
            Is.EqualTo((string[])["barred"]));
        Assert.That(database.PartsShown(new Data.TableName("public", "plain")), Is.Empty);
        Assert.That(database.PartsShown(null)[0].Why, Does.Contain("public.source").And.Contain(_role));
    }

    [TestCase("select id from \"odd \"\"one\"\"\"", true)]
    [TestCase("select id from another", false)]
    public void A_query_reads_also_what_it_names_in_quotes_that_hold_quotes(string query, bool isRead)
    {
        var part = new Data.ShownPart(new Data.TableName("public", "odd \"one\""), "it is so");
        var load = Load("source") with
        {
            Source = new ObjectSource { Connection = "Reader", Query = new SqlText(query, null, default) },
        };

        Assert.That(
            PartsShown.Of(load, [part], PostgreSqlRig.PlatformOf().Dialect), Is.EqualTo(isRead ? part : null));
    }

    private string AsReader => new DbConnectionStringBuilder
    {
        ConnectionString = _pg.ConnectionString,
        ["Username"] = _role,
        ["Password"] = "geheim",
    }.ConnectionString;

    private void Reads(RowSecurity security)
    {
        _pg.Rig.Servers.RemoveAll(connection => connection.Name == "Reader");
        _pg.Rig.Servers.Add(new Connection
        {
            Name = "Reader",
            Platform = Platform.PostgreSql,
            ConnectionString = AsReader,
            RowSecurity = security,
        });
    }

    private PackageResult Run(string name) => _pg.Rig.Run(Load(name));

    private static ObjectDefinition Load(string name) =>
        PostgreSqlRig.Load("target", Rig.Column("id", "int"), Rig.Column("tenant", "int")) with
        {
            Source = new ObjectSource { Connection = "Reader", Schema = "public", Name = name },
        };
}
