using Orchestrator.Data.Sqlite;
using Orchestrator.Tds;

namespace Orchestrator.Ledger.Tests;

/// <summary>
/// What becomes of a migration that is one text for all dialects, shown by the samples of this project, which no ledger
/// knows.
/// </summary>
internal sealed class MigrationTextTests : LedgerFixture
{
    private const string OnSqlite = """
        ALTER TABLE attempts ADD COLUMN rows_moved INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE attempts ADD COLUMN moved_by TEXT NOT NULL DEFAULT '';
        ALTER TABLE attempts ADD COLUMN moved_at INTEGER;

        ALTER TABLE attempts ADD COLUMN moved_why TEXT;

        """;

    private const string OnPostgreSql = """
        ALTER TABLE orchestrator.attempts ADD COLUMN rows_moved BIGINT NOT NULL DEFAULT 0;
        ALTER TABLE orchestrator.attempts ADD COLUMN moved_by TEXT COLLATE "C" NOT NULL DEFAULT '';
        ALTER TABLE orchestrator.attempts ADD COLUMN moved_at BIGINT;

        ALTER TABLE orchestrator.attempts ADD COLUMN moved_why TEXT COLLATE "C";

        """;

    private const string OnSqlServer = """
        ALTER TABLE orchestrator.attempts ADD rows_moved bigint NOT NULL DEFAULT 0;
        ALTER TABLE orchestrator.attempts ADD moved_by nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'';
        ALTER TABLE orchestrator.attempts ADD moved_at bigint;

        ALTER TABLE orchestrator.attempts ADD moved_why nvarchar(max) COLLATE Latin1_General_BIN2;

        """;

    [TestCase(SqlDialect.Sqlite, "sqlite", OnSqlite)]
    [TestCase(SqlDialect.PostgreSql, "postgresql", OnPostgreSql)]
    [TestCase(SqlDialect.SqlServer, "sqlserver", OnSqlServer)]
    public void One_text_adds_columns_in_the_words_of_a_dialect(SqlDialect dialect, string name, string expected)
    {
        Assert.That(Samples(dialect, name)[0], Is.EqualTo(expected));
    }

    [TestCase(SqlDialect.Sqlite, "sqlite", "UPDATE attempts SET")]
    [TestCase(SqlDialect.PostgreSql, "postgresql", "UPDATE orchestrator.attempts SET")]
    [TestCase(SqlDialect.SqlServer, "sqlserver", "EXEC (N'UPDATE orchestrator.attempts SET")]
    public void A_dialect_that_needs_a_text_of_its_own_has_it_in_the_place_of_the_one_for_all(
        SqlDialect dialect, string name, string begins)
    {
        var samples = Samples(dialect, name);

        Assert.That(samples, Has.Length.EqualTo(2));
        Assert.That(samples[1], Does.StartWith(begins));
    }

    [Test]
    public void It_is_taken_by_a_file_and_read_by_the_parser_of_SQL_Server()
    {
        using var database = LedgerFile.OpenForWriting(Location, TimeProvider.System);

        foreach (var sample in Samples(SqlDialect.Sqlite, "sqlite"))
        {
            Assert.That(() => database.Execute(sample), Throws.Nothing);
        }

        Assert.That(SqliteScalar.Long(database, "SELECT count(rows_moved) FROM attempts"), Is.Zero);
        Assert.That(Samples(SqlDialect.SqlServer, "sqlserver").Select(text => SqlSyntax.Refusal(text)), Has.All.Null);
    }

    [TestCase("{add attempts, moved_by, {text}, 'a hook, a load'};")]
    [TestCase("{add attempts, moved_by};")]
    public void A_column_is_added_with_no_more_and_no_less_than_it_takes(string text)
    {
        Assert.That(
            () => SqlTokens.Render(text, SqlDialect.Sqlite, isOwn: false),
            Throws.InvalidOperationException.With.Message.Contains("moved_by").And.Message.Contains("comma"));
    }

    private static string[] Samples(SqlDialect dialect, string name) =>
        [.. new LedgerSql(dialect, name, typeof(MigrationTextTests).Assembly).Migrations];
}
