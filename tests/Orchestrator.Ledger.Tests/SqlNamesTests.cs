namespace Orchestrator.Ledger.Tests;

internal sealed class SqlNamesTests
{
    // SQL Server alone can forbid the snapshots in which a reader sees one moment.
    private static readonly string[] OfSqlServerAlone = ["server/has_snapshots"];

    [Test]
    public void Each_dialect_has_the_same_statements_and_migrations()
    {
        var sqlite = Names(LedgerSql.Sqlite, inFolder: "");

        Assert.That(Names(LedgerSql.PostgreSql, inFolder: ""), Is.EqualTo(sqlite));
        Assert.That(Names(LedgerSql.SqlServer, inFolder: ""), Is.EqualTo(sqlite));
    }

    // Those before are written for each dialect.
    [Test]
    public void A_migration_since_version_17_is_one_text_beside_which_a_dialect_may_have_its_own()
    {
        var texts = typeof(LedgerSql).Assembly.GetManifestResourceNames();
        var apart = from name in texts
                    let file = Path.GetFileName(name)
                    where char.IsAsciiDigit(file[0]) && string.CompareOrdinal(file, "017") >= 0
                        && !Array.Exists(texts, other => other == $"migrations/{file}")
                    select name;

        Assert.That(apart, Is.Empty);
    }

    [Test]
    public void Both_servers_have_the_same_statements_of_servers()
    {
        Assert.That(
            Names(LedgerSql.SqlServer, "server").Except(OfSqlServerAlone),
            Is.EqualTo(Names(LedgerSql.PostgreSql, "server")));
    }

    [Test]
    public void A_statement_has_the_parameters_of_its_twins()
    {
        foreach (var name in Names(LedgerSql.Sqlite, inFolder: ""))
        {
            var parameters = Parameters(LedgerSql.Sqlite.Of(name), "?");

            Assert.That(Parameters(LedgerSql.PostgreSql.Of(name), "$"), Is.EqualTo(parameters), name);
            Assert.That(Parameters(LedgerSql.SqlServer.Of(name), "@p"), Is.EqualTo(parameters), name);
        }
    }

    [Test]
    public void Who_wants_to_be_alone_locks_each_table()
    {
        foreach (var dialect in (LedgerSql[])[LedgerSql.PostgreSql, LedgerSql.SqlServer])
        {
            var tables = dialect.Migrations.Append(dialect.Of("server/create_ledger")).SelectMany(text =>
                text.Split("CREATE TABLE ").Skip(1).Select(table => table.Split(' ')[0]));
            var locked = dialect.Of("server/alone").Split(' ', ',', '\n');

            Assert.That(tables.Except(locked), Is.Empty);
        }
    }

    private static string[] Names(LedgerSql dialect, string inFolder) =>
        [.. dialect.Names().Where(name => Path.GetDirectoryName(name) == inFolder).Order(StringComparer.Ordinal)];

    private static int[] Parameters(string sql, string sign) =>
        [.. Enumerable.Range(1, 20).Where(number => sql.Split(sign + number).Skip(1)
            .Any(after => after.Length == 0 || !char.IsAsciiDigit(after[0])))];
}
