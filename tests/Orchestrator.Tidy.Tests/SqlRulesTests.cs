using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

internal sealed partial class SqlRulesTests
{
    // A dialect writes SQL from quoted names: that is what it is for.
    private static readonly string[] Dialects =
        ["Dialect.cs", "Dialect.Work.cs", "Dialect.Forms.cs", "Dialect.Samples.cs"];

    [Test]
    public void No_sql_is_interpolated_outside_a_dialect()
    {
        var found = Repository.Files("*.cs")
            .Where(path => !Repository.Relative(path).StartsWith("tests/", StringComparison.Ordinal))
            .Where(path => !Dialects.Any(name => path.EndsWith(name, StringComparison.Ordinal)))
            .SelectMany(path => File.ReadLines(path).Index()
                .Where(line => InterpolatedSql().IsMatch(line.Item))
                .Select(line => $"{Repository.Relative(path)}:{line.Index + 1}"));

        Assert.That(found, Is.Empty);
    }

    [Test]
    public void The_rule_sees_sql_that_is_interpolated()
    {
        Assert.That(InterpolatedSql().IsMatch("command.CommandText = $\"delete from {table}\";"), Is.True);
    }

    // SQL Server gives such a column of its catalog one collation in every database: joined with a name, it would be
    // refused (451, 468) wherever the database has another one.
    [Test]
    public void What_SQL_Server_describes_is_taken_in_the_collation_of_the_database()
    {
        var found = Repository.Files("*.sql")
            .Where(path => OfSqlServer().IsMatch(Repository.Relative(path)))
            .SelectMany(path => File.ReadLines(path).Index()
                .Where(line => ForeignCollation().IsMatch(line.Item))
                .Select(line => $"{Repository.Relative(path)}:{line.Index + 1}"));

        Assert.That(found, Is.Empty);
    }

    [TestCase("SELECT lower(o.type_desc) + o.name", true)]
    [TestCase("SELECT lower(o.type_desc COLLATE DATABASE_DEFAULT) + o.name", false)]
    [TestCase("FROM sys.dm_exec_describe_first_result_set(@query)", false)]
    public void The_rule_sees_what_has_a_collation_of_its_own(string line, bool isSeen)
    {
        Assert.That(ForeignCollation().IsMatch(line), Is.EqualTo(isSeen));
    }

    // A load with the rights that are printed for it would fail (229).
    [Test]
    public void Nothing_is_asked_that_only_the_owner_of_the_database_may_see()
    {
        var found = Repository.Files("*.sql")
            .Where(path => File.ReadLines(path).Any(line => !line.StartsWith("--", StringComparison.Ordinal)
                && line.Contains("sql_expression_dependencies", StringComparison.OrdinalIgnoreCase)))
            .Select(Repository.Relative);

        Assert.That(found, Is.Empty);
    }

    // A ledger's statements are one text for all dialects.
    [GeneratedRegex("sqlserver|Orchestrator.Ledger/sql/[^/]+$", RegexOptions.IgnoreCase)]
    private static partial Regex OfSqlServer();

    [GeneratedRegex(@"\w_desc\b(?! COLLATE DATABASE_DEFAULT)")]
    private static partial Regex ForeignCollation();

    [GeneratedRegex(
        """\$@?"+\s*(select .* from|insert into|delete from|update .* set|(create|drop|alter) table)\b[^"]*\{""",
        RegexOptions.IgnoreCase)]
    private static partial Regex InterpolatedSql();
}
