using System.Runtime.CompilerServices;
using System.Text;

namespace Orchestrator.Metadata.Tests.Broken;

/// <summary>
/// What people read of each mistake, approved by somebody who read it.
/// </summary>
internal sealed class ApprovedDiagnosticsTests
{
    [Test]
    [Category("Approved")]
    public void Each_broken_solution_shows_the_text_that_was_approved()
    {
        var text = new StringBuilder();
        foreach (var broken in BrokenCase.All)
        {
            text.Append("## ").Append(broken.Name).Append('\n')
                .Append(DiagnosticText.FormatAll(broken.Loaded.Diagnostics)).Append('\n');
        }

        Approved.CheckFile(Beside("approved.txt"), text.ToString());
    }

    private static string Beside(string name, [CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, name);
}
