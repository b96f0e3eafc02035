using Orchestrator.Import;

namespace Orchestrator.Cli.Tests.Output;

internal sealed class LineDifferenceTests
{
    [TestCase("a\nb\nc\n", "a\nb\nc", "")]
    [TestCase("a\r\nb\n", "a\nb\n", "")]
    [TestCase("a\nb\nc", "a\nx\nc", "-2 b, +2 x")]
    [TestCase("a\nb\nc\nd", "a\nc\nb\nd", "-2 b, +3 b")]
    [TestCase("a\na", "a\na\na", "+3 a")]
    [TestCase("", "a", "-1 , +1 a")]
    public void What_only_one_text_has_is_told_with_its_place(string before, string after, string told)
    {
        var found = LineDifference.Of(before, after);

        Assert.That(
            string.Join(", ", found.Select(line => $"{(line.IsNew ? '+' : '-')}{line.Number} {line.Text}")),
            Is.EqualTo(told));
    }

    [Test]
    public void Long_texts_cost_memory_by_their_length_and_not_by_its_square()
    {
        var lines = Enumerable.Range(0, 20_000).Select(i => $"{i}").ToArray();
        var edited = lines.Select((line, at) => at == 10_000 ? "x" : line);
        var before = GC.GetAllocatedBytesForCurrentThread();

        var one = LineDifference.Of(string.Join('\n', lines), string.Join('\n', edited));
        var all = LineDifference.Of(string.Join('\n', lines), string.Join('\n', lines.Reverse()));

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(50_000_000));
        Assert.That(
            one.Select(line => (line.Number, line.IsNew)), Is.EqualTo(new[] { (10_001, false), (10_001, true) }));
        Assert.That(all, Has.Count.EqualTo(40_000));
    }
}
