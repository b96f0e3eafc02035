using System.Text.RegularExpressions;

namespace Orchestrator.Tidy.Tests;

internal sealed partial class SqlRulesTests
{
    // A dialect writes SQL from quoted names: that is what it is for.
    private static readonly string[] Dialects = ["Dialect.cs"];

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

    [GeneratedRegex(
        """\$@?"+\s*(select .* from|insert into|delete from|update .* set|(create|drop|alter) table)\b[^"]*\{""",
        RegexOptions.IgnoreCase)]
    private static partial Regex InterpolatedSql();
}
