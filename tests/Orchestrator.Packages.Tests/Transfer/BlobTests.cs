using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Loads out of a container of Azure Blob, which refuses what is not signed as it should be.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class BlobTests(Platform platform) : BlobFixture(platform)
{
    [TestCase(true, 2)]
    [TestCase(false, 2)]
    [TestCase(true, 1000)]
    public void Files_that_fit_are_loaded_page_by_page_whatever_they_are_called(bool hasKey, int pageMax)
    {
        Server.PageMax = pageMax;
        Server.EmptyPages = 1;
        Store = hasKey ? Store : Store with { Key = null, Sas = "?" + BlobServer.Token };
        Server.Put("in/out/c + 'd' (ä~*)%2F&#?.csv", "id,name\n3,y\n", Old);
        Server.Put("in/out/.hidden.csv", "id,name\n9,w\n");
        Server.Put("in/out/c.txt", "8");
        Server.Put("in/out/deep/d.csv", "id,name\n9,w\n");
        Server.Put("in/out/../e.csv", "id,name\n9,w\n");
        Server.Put("in/out/", "");
        Server.Put("in/outer.csv", "id,name\n9,w\n");
        Server.Put("z.csv", "id,name\n9,w\n");
        Server.Folders.Add("in/out/folder.csv");

        var result = Run("*.csv");

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 3L)));
        Assert.That(Tables.Query("SELECT id, name FROM t ORDER BY id"), Is.EqualTo((string[])["1|w", "2|x", "3|y"]));
        Assert.That(result.Files.Select(file => (file.Name, file.Hash.Length)), Is.EqualTo(new[]
        {
            ("a.csv", 64), ("b.csv", 64), ("c + 'd' (ä~*)%2F&#?.csv", 64),
        }));
        Assert.That(result.Files[0].Written.UtcDateTime, Is.EqualTo(Old));
    }

    [Test]
    public void A_name_that_is_wanted_is_found_among_longer_ones_and_folders()
    {
        Server.Put("in/out/a.csv.old", "id,name\n9,w\n");
        Server.Folders.Add("in/out/folder.csv");

        Assert.That((Run("a.csv").Counts.Inserted, Run("folder.csv").Error?.Code), Is.EqualTo((1L, "ORC3101")));
    }

    [Test]
    public void A_name_with_a_character_that_nobody_sees_ends_the_load()
    {
        Server.Put("in/out/c\u0007.csv", "id,name\n3,y\n", Old);

        Assert.That(Run("*.csv").Error?.Code, Is.EqualTo("ORC3591"));
    }

    [Test]
    public void A_file_that_is_removed_behind_its_listing_is_not_loaded()
    {
        Intake = new FileIntake { Take = FileTake.New };
        Said = line =>
        {
            if (line.StartsWith("takes 'b.csv'", StringComparison.Ordinal))
            {
                Server.Remove("in/out/b.csv");
            }
        };

        var result = Run("*.csv");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3110")));
    }

    [TestCase("key", "ORC3631", "Correct `account`")]
    [TestCase("clock", "ORC3631", "Set this machine's clock")]
    [TestCase("sas", "ORC3631", "Correct `account`")]
    [TestCase("over", "ORC3631", "`sas` is over")]
    [TestCase("container", "ORC3632", "ContainerNotFound")]
    public void A_store_that_refuses_says_why_and_holds_no_secret(string what, string code, string said)
    {
        var token = Store with { Key = null, Sas = BlobServer.Token };
        Store = what switch
        {
            "key" => Store with { Key = Convert.ToBase64String("other"u8) },
            "sas" => token with { Sas = BlobServer.Token + "AA" },
            "over" => token,
            "container" => Store with { Container = "others" },
            _ => Store,
        };
        Server.Now = () => what == "over" ? new DateTimeOffset(2100, 1, 1, 0, 0, 0, TimeSpan.Zero)
            : TimeProvider.System.GetUtcNow().AddHours(what == "clock" ? 1 : 0);

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo((code, ErrorClass.Config)), error.Message);
        Assert.That(error.Message, Does.Contain(said).And.Not.Contain(BlobServer.Key).And.Not.Contain("sig="));
    }

    [TestCase("AuthorizationPermissionMismatch", "with the rights to read and list")]
    [TestCase("KeyBasedAuthenticationNotPermitted", "takes no key")]
    [TestCase("AuthorizationFailure", "from which addresses")]
    [TestCase("AuthorizationSourceIPMismatch", "from which addresses")]
    public void Each_word_of_a_refusal_has_its_own_remedy(string word, string remedy)
    {
        Server.Before = (_, _) => (403, $"<Error><Code>{word}</Code></Error>");

        Assert.That(Run("*.csv").Error!.Message, Does.Contain(word).And.Contain(remedy));
    }

    [TestCase("key", "not base64")]
    [TestCase("key", "")]
    [TestCase("sas", "https://lake.blob.core.windows.net/?sv=1&sig=a")]
    [TestCase("sas", "sv=1&se=2")]
    [TestCase("sas", "sv=1&sig=a b")]
    [TestCase("container", "a/../b")]
    [TestCase("account", "Other")]
    [TestCase("endpoint", "http://127.0.0.1:10000/other")]
    [TestCase("endpoint", "http://127.0.0.1:10000/deliverylake?sig=a")]
    [TestCase("endpoint", "http://127.0.0.1:10000/deliverylake#a")]
    public void Values_that_cannot_be_used_are_told_without_them_before_anybody_is_asked(string what, string value)
    {
        Store = what switch
        {
            "key" => Store with { Key = value },
            "sas" => Store with { Key = null, Sas = value },
            "container" => Store with { Container = value },
            "account" => Store with { Account = value },
            _ => Store with { Endpoint = value },
        };

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, Asked.Count), Is.EqualTo(("ORC3416", 0)), error.Message);
        Assert.That(error.Message, Does.Contain("'Lake'").And.Not.Contain("sig=a"));
    }

    [TestCase(null, "https://lake.blob.core.windows.net")]
    [TestCase("https://Lake.blob.core.windows.net/", "https://lake.blob.core.windows.net")]
    [TestCase("http://127.0.0.1:10000/lake", "http://127.0.0.1:10000/lake")]
    [TestCase("https://me:pw@lake.blob.core.windows.net/drop?sv=1&sig=a", "https://lake.blob.core.windows.net/drop")]
    [TestCase("sv=1&sig=a", "")]
    public void Where_it_is_said_to_be_holds_no_token_and_is_one_whether_or_not_it_is_written(
        string? endpoint, string server)
    {
        var lake = new BlobStore { Name = "Lake", Account = "lake", Container = "drop", Endpoint = endpoint };

        var place = FilePlaces.LocationOf(new StoredFolder(null, "in") { Blobs = lake }, text => text);

        Assert.That((place.Server, place.Database), Is.EqualTo((server, "drop/in")));
    }

    [TestCase(301, "", "ORC3633", ErrorClass.Config)]
    [TestCase(409, "<Error><Code>BlobArchived</Code></Error>", "ORC3633", ErrorClass.Config)]
    [TestCase(501, "", "ORC3633", ErrorClass.Transient)]
    [TestCase(200, "<html>", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<ListBucketResult/>", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<EnumerationResults><NextMarker>a</NextMarker></EnumerationResults>", "ORC3633",
        ErrorClass.Config)]
    [TestCase(200, "<EnumerationResults><Blobs><Blob><Name>in/out/a.csv</Name></Blob></Blobs></EnumerationResults>",
        "ORC3633", ErrorClass.Config)]
    public void An_answer_that_is_none_ends_the_load(int status, string body, string code, ErrorClass errorClass)
    {
        Server.Before = (_, _) => (status, body);

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo((code, errorClass)), error.Message);
    }

    [TestCase(429)]
    [TestCase(500)]
    [TestCase(503)]
    public void A_store_that_has_no_time_is_asked_again_when_it_says(int status)
    {
        var asked = 0;
        RetryAfter = TimeSpan.Zero;
        Server.Before = (_, _) => asked++ < 3 ? (status, "<Error><Code>ServerBusy</Code></Error>") : null;

        Assert.That((Run("a.csv").Counts.Inserted, asked > 3), Is.EqualTo((1L, true)));
    }

    [TestCase(0, 5)]
    [TestCase(31, 1)]
    public void One_that_never_has_or_that_wants_to_be_left_alone_for_long_fails_for_now(int seconds, int times)
    {
        RetryAfter = TimeSpan.FromSeconds(seconds);
        Server.Before = (_, _) => (503, "<Error><Code>ServerBusy</Code></Error>");

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class, Asked.Count), Is.EqualTo(("ORC3633", ErrorClass.Transient, times)));
        Assert.That(error.Message, Does.Contain("503 ServerBusy"));
    }

    [Test]
    public void A_wait_for_a_store_ends_when_the_run_is_stopped()
    {
        using var stop = new CancellationTokenSource();
        RetryAfter = TimeSpan.FromSeconds(29);
        Server.Before = (_, _) =>
        {
            stop.Cancel();
            return (503, "");
        };
        using var place = Opened(stop.Token);

        Assert.That(() => place.Files("*.csv"), Throws.InstanceOf<OperationCanceledException>());
        Assert.That(Asked, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_file_that_is_still_being_copied_there_is_not_loaded_yet()
    {
        Server.CopyLooks = 1000;
        Server.Copied("in/out/a.csv", "in/out/c.csv");

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo(("ORC3680", ErrorClass.Transient)), error.Message);
    }
}
