namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>A night is sent a signal at a random moment, and goes on by a retry.</summary>
internal sealed record SignalCase(BusyTemplate Template, int Seed)
{
    // From before the metadata is read until behind the end, on a machine that does other things as well.
    private const int LastMoment = 2500;

    /// <summary>
    /// Carries it out. Whatever the moment: the artifacts say what the ledger says, no session is left on the server,
    /// and in the end all is as after a night that nobody disturbed.
    /// </summary>
    /// <returns>Whether the run had its number when the signal came, and had not ended yet.</returns>
    public bool Run()
    {
        var random = new Random(Seed);
        using var night = Template.Second.Copy();
        int code;
        bool hasEnded;
        var (signal, expected) = random.Next(2) == 0 ? ("INT", 130) : ("TERM", 143);
        using (var run = night.Start())
        {
            hasEnded = run.HasEndedWithin(TimeSpan.FromMilliseconds(random.Next(LastMoment)));
            run.Send(signal);
            if (random.Next(4) == 0)
            {
                run.HasEndedWithin(TimeSpan.FromMilliseconds(random.Next(50)));
                run.Send(signal);
            }

            code = run.ExitCode();
            Assert.That(code, hasEnded ? Is.Zero : Is.EqualTo(expected).Or.Zero, run.Said);
        }

        night.Place.AwaitRest();
        if (code == 0)
        {
            // A signal may also come when the run has ended and its process has not: nothing can be stopped any more.
            Assert.That(night.Place.Ledger($"select verdict from runs where run > {night.Before}"),
                Has.One.StartsWith("Succeeded"));
        }

        var runs = night.Place.Ledger($"select run from runs where run > {night.Before}").Count;
        BusyState.AssertArtifacts(night, night.Before);
        Assert.That(night.Place.Ledger($"select run from runs where ended_at is null"), Is.Empty);

        var ended = night.Continue();

        Assert.That(ended.ExitCode, Is.Zero, ended.Said);
        BusyState.AssertIs(night, Template.SecondState);
        BusyState.AssertNothingIsLeft(night, night.Before);
        return runs > 0 && !hasEnded;
    }

    public override string ToString() => $"{Template.Name}, seed {Seed}";
}
