using System.Globalization;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Metadata.Tests.Broken;

internal sealed class MutationTests
{
    private const int SeedDefault = 20_240_118;
    private const string Spice = "[]{}:,-#&*!|>'\"%@`\t\n ?~0${}\u001b\u0000é";

    [Test]
    public void Mutated_files_never_throw_and_read_the_same_twice()
    {
        Run(60);
    }

    [Test, Category("Full")]
    public void Many_mutated_files_never_throw_and_read_the_same_twice()
    {
        Run(2_000);
    }

    private static void Run(int rounds)
    {
        var seed = int.TryParse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED"),
            CultureInfo.InvariantCulture, out var given) ? given : SeedDefault;
        var random = new Random(seed);
        using var folder = new TemporaryFolder();
        BrokenCase.WriteGood(folder.Path);
        var files = Directory.EnumerateFiles(folder.Path, "*.yaml", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal).ToArray();
        for (var round = 0; round < rounds; round++)
        {
            var file = files[random.Next(files.Length)];
            var good = File.ReadAllText(file);
            var bad = Mutated(good, random);
            File.WriteAllText(file, bad);

            var first = Texts(folder.Path, seed, bad);
            var second = Texts(folder.Path, seed, bad);

            Assert.That(second, Is.EqualTo(first), $"seed {seed}, round {round}");
            File.WriteAllText(file, good);
        }
    }

    private static string Texts(string folder, int seed, string bad)
    {
        try
        {
            return DiagnosticText.FormatAll(SolutionLoader.Load(folder, "prod").Diagnostics);
        }
        catch (Exception thrown)
        {
            Assert.Fail($"seed {seed}: {thrown}\n{bad}");
            return "";
        }
    }

    private static string Mutated(string text, Random random)
    {
        for (var edits = random.Next(1, 4); edits > 0 && text.Length > 1; edits--)
        {
            var at = random.Next(text.Length);
            var length = Math.Min(random.Next(1, 12), text.Length - at);
            text = random.Next(5) switch
            {
                0 => text.Remove(at, length),
                1 => text.Insert(at, text.Substring(at, length)),
                2 => text.Insert(at, Spice[random.Next(Spice.Length)].ToString()),
                3 => text[..at] + Spice[random.Next(Spice.Length)] + text[(at + 1)..],
                _ => Swapped(text, random),
            };
        }

        return text;
    }

    private static string Swapped(string text, Random random)
    {
        var lines = text.Split('\n');
        var (a, b) = (random.Next(lines.Length), random.Next(lines.Length));
        (lines[a], lines[b]) = (lines[b], lines[a]);
        return string.Join('\n', lines);
    }
}
