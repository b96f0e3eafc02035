namespace Orchestrator.Tidy.Tests;

/// <summary>The servers of the tests are shared by all fixtures of a process, and some of these run side by side.
/// </summary>
internal sealed class ServerSettingsTests
{
    private const string Change = "SET" + " GLOBAL ";

    [Test]
    public void Who_changes_a_setting_of_a_whole_server_runs_alone_or_has_one_of_its_own()
    {
        var changing = Repository.Files("*.cs")
            .Select(path => (Path: Repository.Relative(path), Text: File.ReadAllText(path)))
            .Where(one => one.Path.StartsWith("tests/", StringComparison.Ordinal)
                && one.Text.Contains(Change, StringComparison.Ordinal)).ToArray();

        Assert.That(changing, Has.Length.GreaterThan(3));
        Assert.That(
            changing.Where(one => !one.Text.Contains("[NonParallelizable]", StringComparison.Ordinal)
                && !one.Text.Contains(".Start(", StringComparison.Ordinal)).Select(one => one.Path), Is.Empty);
    }
}
