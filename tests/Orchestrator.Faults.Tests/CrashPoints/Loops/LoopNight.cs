using Orchestrator.Metadata.Model;
using Orchestrator.Service.Tests.Alerts;

namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>A night with loops in databases, a folder and a mail server of its own.</summary>
internal sealed class LoopNight : IDisposable
{
    private readonly SmtpServer _mail = new();
    private readonly BusyNight _night;

    /// <summary>One of which no run has been made yet.</summary>
    /// <param name="platform">Of its stage.</param>
    /// <param name="isRelaxed">Whether the commits of that are delayed.</param>
    /// <param name="maySendTwice">Whether its messages may be sent again.</param>
    public LoopNight(Platform platform, bool isRelaxed = false, bool maySendTwice = true)
    {
        _night = BusyNight.With(platform, isRelaxed, night: 1,
            place => LoopSolution.Text(place.Connections, _mail.Port, maySendTwice));
        foreach (var part in LoopSolution.Parts)
        {
            File.WriteAllText(Path.Combine(_night.Folder, "extract", $"{part}.csv"), $"id\n{part}\n");
        }
    }

    /// <summary>All that it has left in tables and folders.</summary>
    public IReadOnlyList<string> State => BusyState.Of(_night);

    /// <summary>How the setting of the stage is to be found.</summary>
    public string Setting => _night.Place.Setting;

    /// <summary>Makes a run.</summary>
    /// <param name="crash">Where it is killed; empty = nowhere.</param>
    /// <param name="log">The file that gets a line for each point that it passes; empty = none.</param>
    public Ended Run(string crash = "", string log = "") => _night.Run(crash, log);

    /// <summary>Goes on with the run that was killed, if it had begun; else makes one.</summary>
    public Ended Continue(string crash = "") => _night.Continue(crash);

    /// <summary>How many messages of a turn have come.</summary>
    public int LettersOf(string part) => _mail.Letters.Count(letter => Header(letter, "Subject:") == Subject(part));

    /// <summary>
    /// It has come to what it should, nothing of dead runs is left, and no package did again what had ended well. A
    /// message may have come twice; it is the same one then.
    /// </summary>
    public void AssertIs(IReadOnlyList<string> expected)
    {
        BusyState.AssertIs(_night, expected);
        BusyState.AssertNothingIsLeft(_night, before: 0);
        AssertNothingIsDoneTwice();
        var letters = _mail.Letters
            .Select(letter => (Subject: Header(letter, "Subject:"), Name: Header(letter, "Message-Id:"))).Distinct();
        Assert.That(letters.Select(letter => letter.Subject).Order(StringComparer.Ordinal),
            Is.EqualTo(LoopSolution.Parts.Select(Subject)), "messages by their names");
    }

    public void Dispose()
    {
        _night.Dispose();
        _mail.DisposeAsync().AsTask().GetAwaiter().GetResult();
    }

    private void AssertNothingIsDoneTwice() => Assert.That(_night.Place.Ledger("""
        select n.name from attempts a join nodes n on n.run = a.run and n.node = a.node
        where a.state in ('Succeeded', 'Hardened') group by n.name having count(*) > 1
        """), Is.Empty, "done twice");

    private static string Subject(string part) => $"Part {part}";

    private static string Header(string letter, string name) => letter.Split('\n')
        .First(line => line.StartsWith(name, StringComparison.OrdinalIgnoreCase))[name.Length..].Trim();
}
