using Orchestrator.Metadata.Building;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Tests.Broken;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Statements in T-SQL of a connection that leads to another platform.</summary>
internal sealed class DialectTests
{
    [TestCase("SELECT a FROM dbo.t WITH (NOLOCK)", "WITH (NOLOCK")]
    [TestCase("SELECT ISNULL(MAX(a), 0) FROM t", "ISNULL(")]
    [TestCase("UPDATE t SET at = GETDATE()", "GETDATE()")]
    [TestCase("SELECT TOP (10) a FROM t", "SELECT TOP (")]
    [TestCase("SELECT DISTINCT TOP 5 a FROM t", "SELECT DISTINCT TOP 5")]
    [TestCase("SELECT DATEADD(day, -1, at) FROM t", "DATEADD(day,")]
    [TestCase("SELECT CONVERT(varchar(10), at, 120) FROM t", "CONVERT(varchar")]
    [TestCase("IF OBJECT_ID('t') IS NOT NULL DROP TABLE t", "OBJECT_ID(")]
    [TestCase("EXEC dbo.CleanUp", "EXEC")]
    [TestCase("SELECT [Order No] FROM t", "[Order No]")]
    [TestCase("SELECT t.[a], [b] FROM t", "[a]")]
    [TestCase("DECLARE @n int", "DECLARE @n")]
    [TestCase("SELECT a, b[1], ARRAY[a], ARRAY [b] FROM t", "")]
    [TestCase("SELECT 'GETDATE()', \"TOP (1)\" -- WITH (NOLOCK)\n/* [a] */ FROM t", "")]
    [TestCase("SELECT a ISNULL, ISNULL(a), DATEDIFF(a, b), CONVERT(a, CHAR), length(b) FROM t", "")]
    [TestCase("WITH x AS (SELECT 1) SELECT * FROM x", "")]
    [TestCase("SELECT * FROM t WHERE a = ANY('{1}') AND at > now() - interval '1 day'", "")]
    public void Words_that_only_one_dialect_knows_are_found(string sql, string words) =>
        Assert.That(string.Join('|', TransactSqlWords.In(sql, takesBrackets: false)), Is.EqualTo(words));

    [Test]
    public void Brackets_say_nothing_where_the_platform_takes_them() =>
        Assert.That(TransactSqlWords.In("SELECT [a] FROM t", takesBrackets: true), Is.Empty);

    [TestCase("PostgreSql", "Host=db1;Database=dw", "kind: sql, sql: \"DELETE FROM t WHERE at < GETDATE()\"", 1)]
    [TestCase("SqlServer", "Server=db1;Database=dw", "kind: sql, sql: \"DELETE FROM t WHERE at < GETDATE()\"", 0)]
    [TestCase("PostgreSql", "Host=db1;Database=dw", "source: {connection: Dw, query: \"SELECT [a] FROM t\"}", 1)]
    [TestCase("Sqlite", "", "source: {connection: Dw, query: \"SELECT [a] FROM t\"}", 0)]
    [TestCase("PostgreSql", "Host=db1;Database=dw", "enabled: false, kind: sql, sql: \"SELECT GETDATE()\"", 0)]
    public void Who_has_them_on_another_platform_is_told(string platform, string text, string written, int warnings)
    {
        using var folder = new TemporaryFolder();
        var connection = text.Length == 0 ? "" : $", connectionString: \"{text}\"";
        File.WriteAllText(Path.Combine(folder.Path, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Dw, platform: {{platform}}{{connection}}}
            batches:
              - {batch: Nightly, projects: [Staging]}
            projects:
              - project: Staging
                source: Dw
                target: Dw
                objects:
                  - {object: c, {{written}} }
            """);

        var found = SolutionLoader.Load(folder.Path).Diagnostics.Where(one => one.Code == "ORC1362").ToArray();

        Assert.That(found, Has.Length.EqualTo(warnings));
        Assert.That(found.Select(one => one.Message), Has.All.Contains("'Dw' is PostgreSQL"));
    }
}
