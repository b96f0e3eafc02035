using System.Runtime.CompilerServices;
using System.Text;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Tests.Broken;

/// <summary>
/// What people read of each mistake, approved by somebody who read it. ORCHESTRATOR_TEST_APPROVE=1 writes what is new.
/// </summary>
internal sealed class ApprovedDiagnosticsTests
{
    [Test]
    public void Each_broken_solution_shows_the_text_that_was_approved()
    {
        var text = new StringBuilder();
        foreach (var broken in BrokenCase.All)
        {
            text.Append("## ").Append(broken.Name).Append('\n')
                .Append(DiagnosticText.FormatAll(broken.Loaded.Diagnostics)).Append('\n');
        }

        var approved = Approved();
        if (Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_APPROVE") == "1")
        {
            File.WriteAllText(approved, text.ToString());
        }

        Assert.That(text.ToString(), Is.EqualTo(File.ReadAllText(approved).ReplaceLineEndings("\n")));
    }

    private static string Approved([CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, "approved.txt");
}
