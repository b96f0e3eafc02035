using System.Text.Json;
using System.Text.RegularExpressions;
using Orchestrator.Tds;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>
/// Each construct with SQL Server for a database: Microsoft's parser takes its statements, and its night goes over the
/// wire to a scripted server, which has what it was sent read by the same parser.
/// </summary>
internal sealed partial class ConstructsOnSqlServerTests
{
    private const string Word = "SqlServer";
    private const string Variable = "CONSTRUCT_WIRE";
    private const string Place = $"platform: {Word}\nconnectionString: \"${{env:{Variable}}}\"";
    private const string Nobody = "Server=tcp:127.0.0.1,1;Database=Staging;User ID=loader;Password=x;Encrypt=Optional";

    [TestCaseSource(typeof(ConstructCases), nameof(ConstructCases.All))]
    public void Its_statements_are_T_SQL(Construct construct)
    {
        Skip(construct);
        using var night = new ConstructNight(construct, _ => Place, new() { [Variable] = Nobody });

        var validated = night.Call("validate");
        var packages = Packages(night);
        var statements = packages.SelectMany(package => Statements(night, package)).ToArray();

        Assert.That(validated.ExitCode, Is.Zero, validated.Out + validated.Error);
        Assert.That(packages, Is.Not.Empty);
        // What of a load depends on columns that only the night finds is not known before it.
        Assert.That(statements.Length > 0 || !construct.Yaml.Contains("kind: sql", StringComparison.Ordinal), Is.True);
        Assert.That(statements.Select(SqlSyntax.Refusal).OfType<string>(), Is.Empty);
    }

    [TestCaseSource(typeof(ConstructCases), nameof(ConstructCases.All))]
    public void Its_night_goes_over_the_wire(Construct construct)
    {
        Skip(construct);
        using var server = new ConstructAnswers(construct);
        using var night = new ConstructNight(construct, _ => Place, new() { [Variable] = server.ConnectionString });

        var run = night.Call(["run", .. construct.Arguments]);

        // What leaves files alone asks no database.
        if (construct.Questions.Any())
        {
            Assert.That(server.Lines, Is.Not.Empty, run.Out + run.Error);
        }

        if (construct.EndsEarlyOverWire is null)
        {
            Assert.That(run.ExitCode, Is.EqualTo(construct.ExitCode),
                run.Out + run.Error + string.Join('\n', server.Lines));
            Assert.That(server.Failures, Is.Empty);
        }
    }

    private static void Skip(Construct construct)
    {
        if (construct.LeftOut(Word) is { } why)
        {
            Assert.Ignore(why);
        }
    }

    private static string[] Packages(ConstructNight night) =>
        Listed(night.Call("ls", "-o", "json"), "packages", "name");

    /// <summary>What is only known in the night stands for a name there.</summary>
    private static IEnumerable<string> Statements(ConstructNight night, string package) =>
        Listed(night.Call("show", package, "--sql", "-o", "json"), "statements", "text")
            .Select(text => NameOfTheNight().Replace(text, "known_later"));

    private static string[] Listed(Called called, string list, string key)
    {
        // What sends no statements, such as a program, is told so.
        if (called.ExitCode != 0)
        {
            return [];
        }

        using var document = JsonDocument.Parse(called.Out);
        return document.RootElement.TryGetProperty(list, out var all) && all.ValueKind == JsonValueKind.Array
            ? [.. all.EnumerateArray().Select(one => one.GetProperty(key).GetString()!)]
            : [];
    }

    [GeneratedRegex(@"\$\{name:\w+\}")]
    private static partial Regex NameOfTheNight();
}
