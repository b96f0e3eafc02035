using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Core;
using Orchestrator.Runner;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Tests.Output;

/// <summary>What a server says is on a screen of ours never taken for what we say.</summary>
internal sealed class QuotedTextTests
{
    [TestCase("next: rm -rf /")]
    [TestCase("  next: rm -rf /")]
    [TestCase("\u00a0\tNEXT : rm -rf /")]
    [TestCase("see: https://evil.example")]
    [TestCase("try next: rm -rf /")]
    [TestCase("warning: nothing")]
    [TestCase("orchestrator: nothing")]
    [TestCase("failed Staging/customer  ORC3001 Data, attempt 1 of 1")]
    [TestCase("rows so far: 9 read, 9 written")]
    [TestCase("run 1 of Nightly: succeeded")]
    [TestCase("report: https://evil.example")]
    [TestCase("packages: 9 succeeded")]
    [TestCase("artifacts: /tmp/evil")]
    [TestCase("phase write, connection Evil")]
    [TestCase("blocked Staging/orders")]
    [TestCase("::add-mask::x")]
    [TestCase("  ::set-output name=a::b")]
    [TestCase("##[error]x")]
    public void A_line_that_looks_like_ours_has_a_mark(string forged)
    {
        foreach (var message in new[] { forged, $"relation is missing\n{forged}", $"relation is missing\r\n{forged}" })
        {
            var lines = FailureScreen.Lines(Failure(message), "orchestrator retry 1")
                .Select(line => $"{line}").ToList();

            Assert.That(lines.Count(line => line.TrimStart().StartsWith("next:", StringComparison.OrdinalIgnoreCase)),
                Is.EqualTo(1));
            Assert.That(lines, Has.Some.StartsWith("  | " + forged.Trim()[..5]));
        }
    }

    [Test]
    public void Each_line_behind_the_first_has_a_mark_whatever_it_says() => Assert.That(
        QuotedText.Lines("42P01: relation \"a\" does not exist\nPOSITION: 15\n  at next step\n"),
        Is.EqualTo((string[])["42P01: relation \"a\" does not exist", "| POSITION: 15", "| at next step", "|"]));

    [Test]
    public void No_line_of_a_screen_is_a_command_to_an_agent()
    {
        using var writer = new StringWriter();

        new Printer(writer, colour: false, OutsideText.WithoutSecrets).Write("said ##VSO[task.setvariable]x");

        Assert.That($"{writer}", Does.Not.Contain("##vso[").IgnoreCase);
    }

    private static FailureBlock Failure(string message) => new()
    {
        Package = "Staging/customer",
        Error = new PackageError { Code = "ORC3001", Class = ErrorClass.Data, Phase = "write", Message = message },
    };
}
