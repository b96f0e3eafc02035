using System.Text;
using System.Text.Json;
using Microsoft.Data.Sqlite;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Tests.Output;

/// <summary>
/// Any string as the name of an object, in YAML: validate refuses it before anything is made, or it is read back equal
/// from catalog, ledger and artifacts, and acts on no screen.
/// </summary>
internal sealed class NamesOnScreensTests
{
    // Beside those that are written out: a share of them, all with ORCHESTRATOR_TEST_FULL=1.
    private static readonly int Names =
        Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") == "1" ? 120 : 40;

    private static readonly string[] Hostile =
    [
        "[dbo].[x]", "[red]", "[/]", "\u001b[31m", "\u001b]0;title\u0007", "\u009b2J", "<script>alert(1)<b>",
        "=1+1", "+1", "-v", "--",
        "@file", "a\"b", "a'b;--", "a\\b", "a\nb", "a\tb", "user\u202Egpj", "zero\u200Bwidth",
        "a]]b", "\"];click", "表", "😀", "%d", "{0}", "{object}", "#35;", "rowid", "select", "*", "?", "nul", "a ", " a",
        "~", "true", "12", "", "\0", "\ud800", "a/b", "..", ".", "sqlite_x", "orchestrator_x", "$(x)", "`x`",
        "&amp;", "|", "${env:HOME}",
    ];

    private SmallSolution _solution = null!;

    private static int Seed =>
        int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"), out var seed) ? seed : 20_260;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        Directory.Delete(Path.Combine(_solution.Folder, "projects", "Staging", "objects"), recursive: true);
        _solution.Write("projects/Staging/project.yaml", "project: Staging\nsource: Files\ntarget: Staging\n");
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_name_is_refused_before_anything_is_made_or_read_back_equal_and_harmless_everywhere()
    {
        var names = Accepted();
        Assert.That(names, Is.SupersetOf(new[] { "[dbo].[x]", "[red]", "<script>alert(1)<b>", "=1+1" }));
        WriteAll(names);

        var run = _solution.Call("run", "-v");

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        var nodes = names.Select(name => $"Staging/{name}").Order(StringComparer.Ordinal).ToArray();
        Assert.That(Query("ledger.db", "select name from nodes where kind = 'Package'"), Is.EquivalentTo(nodes));
        Assert.That(Query("data/Staging.db", "select name from sqlite_master where type = 'table'")
            .Where(name => !name.StartsWith("orchestrator_", StringComparison.Ordinal)), Is.EquivalentTo(names));
        AssertArtifacts(nodes);
        AssertScreens(nodes, run);
        AssertDocuments(nodes);
    }

    [Test]
    public void A_name_of_a_failure_is_harmless_on_the_screens_that_tell_of_it()
    {
        var names = Accepted();
        WriteAll(names, "columns: [{column: CustomerId, dataType: int, target: x}, {column: Nonsuch, dataType: int}]");

        var run = _solution.Call("run", "-v");

        Assert.That(run.ExitCode, Is.EqualTo(1), run.Error);
        AssertHarmless(run.Out);
        foreach (var text in new[] { run.Error, _solution.Call("status", "1", "--why").Out,
            _solution.Call("logs").Out, _solution.Call("status", "1").Out })
        {
            AssertHarmless(text);
            Assert.That(text, Does.Contain("[dbo].[x]"));
        }
    }

    /// <summary>The names that validate takes, no two of which are one in SQLite; nothing is made by asking.</summary>
    private string[] Accepted()
    {
        var random = new Random(Seed);
        var tried = Hostile.Concat(Enumerable.Range(0, Names).Select(_ => string.Concat(
            Enumerable.Range(0, random.Next(1, 4)).Select(_ => Hostile[random.Next(Hostile.Length)])))).ToArray();
        var accepted = new List<string>();
        foreach (var name in tried.DistinctBy(name => name.ToUpperInvariant()))
        {
            Write(0, name);
            var called = _solution.Call("validate");
            AssertHarmless(called.Out + called.Error);
            Assert.That(called.ExitCode, Is.Zero.Or.EqualTo(2), $"seed {Seed}: {name}: {called.Out}{called.Error}");
            if (called.ExitCode == 0)
            {
                accepted.Add(name);
            }
        }

        Assert.That(Directory.Exists(Path.Combine(_solution.Folder, ".orchestrator")), Is.False);
        Assert.That(accepted, Has.Count.GreaterThan(Names / 2), $"seed {Seed}");
        return [.. accepted];
    }

    private void WriteAll(string[] names, string rest = "")
    {
        for (var i = 0; i < names.Length; i++)
        {
            Write(i, names[i], rest);
        }
    }

    private void Write(int number, string name, string rest = "") => _solution.Write(
        $"projects/Staging/objects/o{number}.yaml",
        $"object: {Quoted(name)}\nsource: {{file: customer.csv}}\n{rest}\n");

    // Every character but letters and digits as its code: what the name is, not how YAML is written, is tried here.
    private static string Quoted(string name)
    {
        var text = new StringBuilder("\"");
        for (var i = 0; i < name.Length; i++)
        {
            var isPair = Rune.TryGetRuneAt(name, i, out var rune) && rune.Utf16SequenceLength == 2;
            _ = char.IsAsciiLetterOrDigit(name[i]) ? text.Append(name[i])
                : text.Append(isPair ? $"\\U{rune.Value:X8}" : $"\\u{(int)name[i]:X4}");
            i += isPair ? 1 : 0;
        }

        return text.Append('"').ToString();
    }

    private void AssertScreens(string[] nodes, Called run)
    {
        var shown = nodes.Select(OutsideText.WithoutSecrets.Line).ToArray();
        AssertHarmless(run.Out);
        AssertHarmless(run.Error);
        var listed = _solution.Call("ls").Out;
        Assert.That(listed.TrimEnd('\n').Split('\n'), Is.EquivalentTo(shown));
        string[][] calls =
        [
            .. VerbTable.Looks.Select(line => line.Split(' ')), ["status", "1"], ["plan"], ["plan", "-o", "dot"],
            ["ls", "-v"], ["show", "Staging"], ["diff", "--against", "1"], ["plan", "-o", "mermaid"],
        ];
        foreach (var call in calls)
        {
            var called = _solution.Call(call);
            Assert.That(called.ExitCode, Is.Zero, called.Error);
            AssertHarmless(called.Out + called.Error);
        }

        foreach (var call in new[] { "plan", "logs" })
        {
            var text = _solution.Call(call).Out;
            Assert.That(shown.Where(name => !text.Contains(name["Staging/".Length..], StringComparison.Ordinal)),
                Is.Empty, call);
        }

        Assert.That(_solution.Call("plan", "-o", "mermaid").Out, Does.Not.Contain('<').And.Not.Contain("click n"));
        foreach (var node in nodes)
        {
            foreach (var verb in new[] { "show", "history" })
            {
                var called = _solution.Call(verb, node);
                Assert.That(called.ExitCode, Is.Zero, $"seed {Seed}, {verb} {node}: {called.Error}");
                AssertHarmless(called.Out + called.Error);
            }
        }
    }

    private void AssertDocuments(string[] nodes)
    {
        var plan = Json(_solution.Call("plan", "-o", "json").Out).GetProperty("nodes").EnumerateArray()
            .Where(node => node.GetProperty("kind").GetString() == "Package").Select(node => node.GetProperty("name"));
        var list = Json(_solution.Call("ls", "-o", "json").Out).GetProperty("packages").EnumerateArray()
            .Select(node => node.GetProperty("name"));
        var status = Json(_solution.Call("status", "1", "-o", "json").Out).GetProperty("nodes").EnumerateArray()
            .Where(node => node.GetProperty("kind").GetString() == "Package").Select(node => node.GetProperty("name"));
        foreach (var names in new[] { plan, list, status })
        {
            Assert.That(names.Select(name => name.GetString()), Is.EquivalentTo(nodes));
        }
    }

    private void AssertArtifacts(string[] nodes)
    {
        var folder = Path.Combine(_solution.Folder, ".orchestrator", "runs", "1");
        foreach (var file in Directory.EnumerateFiles(folder))
        {
            AssertHarmless(File.ReadAllText(file));
        }

        Assert.That(Json(File.ReadAllText(Path.Combine(folder, "run_results.json"))).GetProperty("results")
            .EnumerateArray().Select(result => result.GetProperty("unique_id").GetString()), Is.EquivalentTo(nodes));
        ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1);
    }

    private static void AssertHarmless(string text)
    {
        var acting = text.Where(character => character != '\n' && (char.IsControl(character)
            || char.GetUnicodeCategory(character) == System.Globalization.UnicodeCategory.Format)).ToArray();
        Assert.That(acting, Is.Empty, text.Length > 2000 ? text[..2000] : text);
    }

    private static JsonElement Json(string text)
    {
        AssertHarmless(text);
        using var json = JsonDocument.Parse(text);
        return json.RootElement.Clone();
    }

    private string[] Query(string file, string sql)
    {
        using var database = new SqliteConnection(
            $"Data Source={_solution.Folder}/.orchestrator/{file};Mode=ReadOnly;Pooling=False");
        database.Open();
        using var command = database.CreateCommand();
        command.CommandText = sql;
        using var reader = command.ExecuteReader();
        List<string> rows = [];
        while (reader.Read())
        {
            rows.Add(reader.GetString(0));
        }

        return [.. rows];
    }
}
