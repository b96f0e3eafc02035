using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Runner.Tests;

internal sealed class WarmUpTests
{
    [Test]
    public void What_is_loaded_while_the_metadata_are_read_is_all_that_a_page_of_a_run_with_a_package_takes()
    {
        using var page = new StringWriter();

        WarmUp.Load(page);

        Assert.That(page.ToString(), Does.Contain(RunReport.Mark).And.Contain("Package").And.Contain("</html>"));
    }
}
