using Orchestrator.Cli.Status;

namespace Orchestrator.Cli.Tests.Status;

internal sealed class LoadPathScreenTests
{
    [Test]
    public void Packages_go_by_their_path_but_row_by_row()
    {
        string[] paths = ["row by row: asked for", "row batches: a file", "row by row: asked for", ""];

        Assert.That(LoadPaths.Lines(paths).Select(line => $"{line}"), Is.EqualTo(new[]
        {
            "  2 packages row by row: asked for", "  1 package by row batches: a file",
        }));
    }
}
