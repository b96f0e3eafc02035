using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Store;

/// <summary>What is known of the encodings of databases, for how long, and of which of them.</summary>
internal sealed class KnownEncodingsTests
{
    [Test]
    public void A_database_that_is_made_anew_in_another_encoding_is_asked_by_the_next_run()
    {
        using var rig = new PostgreSqlRig();
        var first = Load(rig.Rig);
        rig.MakeAnew("LATIN1");
        using var next = new Rig();
        next.Servers.AddRange(rig.Rig.Servers);

        var second = Load(next);

        Assert.That((first.Error?.Message, second.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(($"{first.Counts}", $"{second.Counts}"),
            Is.EqualTo(("2 read = 2 inserted", "2 read = 1 inserted + 1 rejected")));
        Assert.That(Reasons(rig), Is.EqualTo((string[])["EncodingLoss"]));
    }

    [Test]
    public void A_database_that_may_not_be_asked_does_not_speak_for_others_of_its_encoding()
    {
        using var mute = new PostgreSqlRig("LATIN5");
        mute.LogIn("""
            REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
            GRANT CREATE ON DATABASE DATABASE TO ROLE; GRANT CREATE ON SCHEMA public TO ROLE
            """);
        using var other = new PostgreSqlRig("LATIN5");

        var (first, second) = (Load(mute.Rig), Load(other.Rig));

        Assert.That(first.Error?.Message, Does.Contain("has no equivalent in encoding \"LATIN5\""));
        Assert.That(second.Error?.Message, Is.Null);
        Assert.That($"{second.Counts}", Is.EqualTo("2 read = 1 inserted + 1 rejected"));
        Assert.That(Reasons(other), Is.EqualTo((string[])["EncodingLoss"]));
    }

    private static PackageResult Load(Rig rig)
    {
        rig.Write("t.csv", "Id,Name\n1,é\n2,€\n");
        return rig.Run(PostgreSqlRig.Load("t", Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(10)")) with
        {
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });
    }

    private static string[] Reasons(PostgreSqlRig rig) => rig.Query("""SELECT "Reason" FROM err.t""");
}
