using System.Text.RegularExpressions;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>
/// One construct of SSIS: what it is called there, the words for it here, a small solution that has it, and what its
/// night leaves. It is a file of YAML whose head says the rest, in lines of the form `# WORD ABOUT: TEXT`.
/// </summary>
internal sealed partial class Construct
{
    private const string Main = "Db";

    private readonly List<(string Word, string About, string Text)> _head = [];

    private Construct(string name, IEnumerable<string> lines)
    {
        Name = name;
        List<string> yaml = [];
        foreach (var line in lines)
        {
            if (Head().Match(line) is { Success: true } said)
            {
                _head.Add((said.Groups["word"].Value, said.Groups["about"].Value, said.Groups["text"].Value));
            }
            else
            {
                yaml.Add(line);
            }
        }

        Yaml = string.Join('\n', yaml) + "\n";
    }

    /// <summary>Its file, without an ending.</summary>
    public string Name { get; }

    /// <summary>The solution, without connections and the batch.</summary>
    public string Yaml { get; }

    /// <summary>What SSIS calls it.</summary>
    public string Ssis => Find("ssis") ?? "";

    /// <summary>The words for it here.</summary>
    public string Here => Find("here") ?? "";

    /// <summary>The page of the guide that has them.</summary>
    public string Page => Find("page") ?? "";

    /// <summary>The exit code of its night.</summary>
    public int ExitCode => int.Parse(Find("exit") ?? "0");

    /// <summary>What the night is called with.</summary>
    public string[] Arguments => (Find("run") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The verb of its second night, where there is one.</summary>
    public string Again => Find("again") ?? "run";

    /// <summary>The server beside the databases that it talks to; null = none.</summary>
    public string? Server => Find("server");

    /// <summary>Why its night does not come to its end over a scripted server; null = it does.</summary>
    public string? EndsEarlyOverWire => Find("wire");

    /// <summary>What is asked behind the night: of which connection, and the rows that answer.</summary>
    public IEnumerable<(string Connection, string Sql, string[] Rows)> Questions =>
        _head.Index().Where(said => said.Item.Word == "ask").Select(said => (
            said.Item.About.Length > 0 ? said.Item.About : Main,
            said.Item.Text,
            _head.Skip(said.Index + 1).TakeWhile(next => next.Word == "row").Select(next => next.Text).ToArray()));

    /// <summary>Each line of the head that begins with that word.</summary>
    public IEnumerable<(string About, string Text)> All(string word) =>
        _head.Where(said => said.Word == word).Select(said => (said.About, Unescaped(said.Text)));

    /// <summary>Why a platform has no such thing; null = it does.</summary>
    public string? LeftOut(string platform) => All("not").Where(said => said.About == platform)
        .Select(said => said.Text).FirstOrDefault();

    /// <summary>What runs on databases before or between its nights: each statement with its connection.</summary>
    public IEnumerable<(string Connection, string Sql)> Statements(string word, string platform) =>
        from said in All(word)
        where said.About.Length == 0 || said.About == platform || IsConnection(said.About)
        select (IsConnection(said.About) ? said.About : Main, said.Text);

    /// <summary>Whether its solution speaks of a connection of that name.</summary>
    public bool Names(string connection) => Regex.IsMatch(Yaml, $@"\b{connection}\b");

    public override string ToString() => Name;

    /// <summary>Reads a file.</summary>
    public static Construct Read(string path) =>
        new(Path.GetFileNameWithoutExtension(path), File.ReadAllLines(path));

    private string? Find(string word) => All(word).Select(said => said.Text).FirstOrDefault();

    private static string Unescaped(string text) =>
        text.Replace("\\n", "\n", StringComparison.Ordinal).Replace("\\t", "\t", StringComparison.Ordinal);

    private static bool IsConnection(string about) => about is Main or "Other";

    [GeneratedRegex(@"^# (?<word>[a-z]+)( (?<about>[^:]+))?: ?(?<text>.*)$")]
    private static partial Regex Head();
}
