using System.Text;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Broken;

internal sealed class HostileFileTests
{
    private static readonly Dictionary<string, (byte[] Content, string Code)> Files = new()
    {
        ["20,000 brackets"] = (Text(new string('[', 20_000)), "ORC1004"),
        ["20,000 braces behind a key"] = (Text("connection: " + new string('{', 20_000)), "ORC1004"),
        ["maps in maps"] = (Text(Deep(70)), "ORC1004"),
        ["an alias bomb"] = (Text(Bomb()), "ORC1005"),
        ["an alias of itself"] = (Text("connection: &a [*a]\n"), "ORC1005"),
        ["10 MB of noise"] = (Noise(10 << 20), "ORC1002"),
        ["almost 1 MB of noise"] = (Noise((1 << 20) - 1), "ORC1001"),
        ["almost 1 MB of commas"] = (Text("connection: [" + new string(',', 1_000_000) + "]"), "ORC1003"),
        ["20,000 unknown keys"] = (Text("connection: A\n" + Keys(20_000)), "ORC1010"),
        ["more nodes than are taken"] =
            (Text("connection: [" + string.Join(',', Enumerable.Repeat("1", 200_000)) + "]"),
            "ORC1005"),
        ["bytes that are no UTF-8"] = ([.. Text("connection: A\nplatform: "), 0xC3, 0x28], "ORC1001"),
        ["UTF-16"] = (Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes("connection: A")).ToArray(),
            "ORC1001"),
        ["a NUL"] = (Text("connection: A\0B\n"), "ORC1003"),
        ["a list that turns into a map"] = (Text("connection: [1, 2\nplatform: Sqlite\n"), "ORC1003"),
        ["an escape that is none"] = (Text("connection: \"\\q\"\n"), "ORC1003"),
        ["half a surrogate pair"] = (Text("connection: \"\\ud800\"\nplatform: Sqlite\n"), "ORC1003"),
        ["a control character in a name"] = (Text("connection: \"a\\eb\"\nplatform: Sqlite\n"), "ORC1044"),
        ["almost 1 MB of placeholders begun"] = (Text("connection: A\nplatform: Sqlite\nconnectionString: \""
            + Repeated("${", 500_000) + "\"\n"), "ORC1033"),
        ["almost 1 MB of dollars"] = (Text("connection: A\nplatform: Sqlite\nconnectionString: Data Source="
            + new string('$', 1_000_000) + ";Mode=1\n"), "ORC1052"),
        ["a directive that is none"] = (Text("%YAML 9.9\n---\nconnection: A\n"), "ORC1003"),
        ["a key that is a list"] = (Text("connection: A\nplatform: Sqlite\n? [a, b]\n: 1\n"), "ORC1012"),
    };

    private static IEnumerable<string> Names => Files.Keys;

    [TestCaseSource(nameof(Names))]
    public void A_hostile_file_is_one_diagnostic_and_the_others_are_read(string name)
    {
        using var folder = new TemporaryFolder();
        Write(folder, name);

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Select(one => one.Code), Does.Contain(Files[name].Code),
            DiagnosticText.FormatAll(loaded.Diagnostics));
        Assert.That(loaded.Diagnostics.Select(one => one.At.File), Is.All.EqualTo("connections/Hostile.yaml"));
    }

    [TestCase("an alias bomb", true)]
    [TestCase("more nodes than are taken", false)]
    public void Aliases_are_told_of_where_there_are_some(string name, bool hasAliases)
    {
        using var folder = new TemporaryFolder();
        Write(folder, name);

        var told = SolutionLoader.Load(folder.Path).Diagnostics.Single(one => one.Code == "ORC1005").Message;

        Assert.That(told, hasAliases ? Does.Contain("alias") : Does.Not.Contain("alias"));
    }

    [TestCaseSource(nameof(Names)), Category("Full")]
    public void A_hostile_file_is_refused_in_less_than_a_second(string name)
    {
        using var folder = new TemporaryFolder();
        Write(folder, name);
        SolutionLoader.Load(folder.Path);

        var began = TimeProvider.System.GetTimestamp();
        SolutionLoader.Load(folder.Path);
        var took = TimeProvider.System.GetElapsedTime(began);

        TestContext.Out.WriteLine($"{name}: {took.TotalMilliseconds:F0} ms");
        Assert.That(took, Is.LessThan(TimeSpan.FromSeconds(1)));
    }

    [TestCaseSource(typeof(BrokenCase), nameof(BrokenCase.All)), Category("Full")]
    public void A_broken_solution_is_refused_in_less_than_a_second(BrokenCase broken)
    {
        using var folder = new TemporaryFolder();
        broken.WriteTo(folder.Path);

        var began = TimeProvider.System.GetTimestamp();
        SolutionLoader.Load(folder.Path);
        var took = TimeProvider.System.GetElapsedTime(began);

        Assert.That(took, Is.LessThan(TimeSpan.FromSeconds(1)));
    }

    private static void Write(TemporaryFolder folder, string name)
    {
        BrokenCase.WriteGood(folder.Path);
        File.WriteAllBytes(Path.Combine(folder.Path, "connections", "Hostile.yaml"), Files[name].Content);
    }

    private static byte[] Text(string text) => Encoding.UTF8.GetBytes(text);

    private static string Repeated(string text, int times) => string.Concat(Enumerable.Repeat(text, times));

    private static string Deep(int storeys) =>
        string.Concat(Enumerable.Range(0, storeys).Select(storey => new string(' ', storey) + "a:\n"));

    private static string Bomb() => "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + string.Concat(Enumerable.Range(1, 9)
        .Select(n => $"a{n}: &a{n} [{string.Join(", ", Enumerable.Repeat($"*a{n - 1}", 10))}]\n"));

    private static string Keys(int count) =>
        string.Concat(Enumerable.Range(0, count).Select(n => $"foldr{n}: 1\n"));

    private static byte[] Noise(int length)
    {
        var bytes = new byte[length];
        new Random(20_240_117).NextBytes(bytes);
        return bytes;
    }
}
