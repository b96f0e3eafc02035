using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Transfer;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Loads out of a bucket, which refuses what is not signed as it should be.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class StoreTests(Platform platform)
{
    private BucketRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new BucketRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("https://S3.example.org/", "https://S3.example.org/")]
    [TestCase("https://me:pw@s3.example.org", "https://s3.example.org")]
    public void Where_a_bucket_is_said_to_be_holds_nobody_who_signs_in(string endpoint, string server)
    {
        var bucket = new BucketStore { Name = "Drop", Endpoint = endpoint, Bucket = "drop" };

        var place = FilePlaces.LocationOf(new StoredFolder(null, "") { Store = bucket }, text => text);

        Assert.That(place.Server, Is.EqualTo(server));
    }

    [Test]
    public void Files_that_fit_are_loaded_page_by_page_whatever_they_are_called()
    {
        _rig.Server.PageMax = 2;
        _rig.Server.Put("in/out/c + 'd' (ä~*)%2F.csv", "id,name\n3,y\n", _rig.Old);
        _rig.Server.Put("in/out/.hidden.csv", "id,name\n9,w\n");
        _rig.Server.Put("in/out/c.txt", "8");
        _rig.Server.Put("in/out/deep/d.csv", "id,name\n9,w\n");
        _rig.Server.Put("in/out/", "");
        _rig.Server.Put("in/outer.csv", "id,name\n9,w\n");
        _rig.Server.Put("z.csv", "id,name\n9,w\n");

        var result = _rig.Run("*.csv");

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 3L)));
        Assert.That(_rig.Tables.Query("SELECT id, name FROM t ORDER BY id"),
            Is.EqualTo((string[])["1|w", "2|x", "3|y"]));
        Assert.That(result.Files.Select(file => (file.Name, file.Hash.Length)), Is.EqualTo(new[]
        {
            ("a.csv", 64), ("b.csv", 64), ("c + 'd' (ä~*)%2F.csv", 64),
        }));
        Assert.That(result.Files[0].Written.UtcDateTime, Is.EqualTo(_rig.Old));
    }

    [TestCase("key", "ORC3631", "SignatureDoesNotMatch")]
    [TestCase("keyId", "ORC3631", "InvalidAccessKeyId")]
    [TestCase("region", "ORC3631", "InvalidAccessKeyId")]
    [TestCase("bucket", "ORC3632", "NoSuchBucket")]
    [TestCase("clock", "ORC3631", "RequestTimeTooSkewed")]
    public void A_store_that_refuses_says_why(string what, string code, string said)
    {
        _rig.Store = what switch
        {
            "key" => _rig.Store with { Key = "other" },
            "keyId" => _rig.Store with { KeyId = "other" },
            "region" => _rig.Store with { Region = "us-east-1" },
            "bucket" => _rig.Store with { Bucket = "others" },
            _ => _rig.Store,
        };
        _rig.Server.Now = () => TimeProvider.System.GetUtcNow().AddHours(what == "clock" ? 1 : 0);

        var error = _rig.Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo((code, ErrorClass.Config)));
        Assert.That(error.Message, Does.Contain(said).And.Not.Contain(BucketServer.Key));
    }

    [TestCase(503, "", "ORC3633", ErrorClass.Transient)]
    [TestCase(301, "", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<html>", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "ORC3633", ErrorClass.Config)]
    [TestCase(200, "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>", "ORC3633",
        ErrorClass.Config)]
    [TestCase(200, "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a</NextContinuationToken>"
        + "</ListBucketResult>", "ORC3591", ErrorClass.Data)]
    [TestCase(200, "<ListBucketResult><Contents><Key>in/out/a.csv</Key><Size>1</Size><LastModified>2026-01-30T01:00:00Z"
        + "</LastModified><ETag>a&#10;x: b</ETag></Contents></ListBucketResult>", "ORC3633", ErrorClass.Config)]
    public void An_answer_that_is_none_ends_the_load(int status, string body, string code, ErrorClass errorClass)
    {
        _rig.Server.Before = (_, _) => (status, body);

        var error = _rig.Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo((code, errorClass)), error.Message);
    }

    [Test]
    public void A_file_is_moved_by_a_copy_and_one_that_a_killed_run_has_copied_is_not_copied_again()
    {
        _rig.Server.Put("in/out/done/a.csv", "older");
        using var place = _rig.Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.482.csv"));
        _rig.Server.Put("in/out/done/b.csv", "name,id\nx,2\n");
        Assert.That(place.Move("b.csv", "done", 482), Is.EqualTo("done/b.csv"));

        Assert.That(_rig.Server.Names, Is.EqualTo(new[]
        {
            "in/out/done/a.482.csv", "in/out/done/a.csv", "in/out/done/b.csv",
        }));
        Assert.That(_rig.Server.Text("in/out/done/a.csv"), Is.EqualTo("older"));
        Assert.That(() => place.Move("a.csv", "done", 483), Throws.InstanceOf<IOException>());
    }

    [TestCase("<Error><Code>SlowDown</Code></Error>")]
    [TestCase("<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")]
    public void An_original_is_not_removed_where_its_copy_is_not_there(string body)
    {
        _rig.Server.Before = (method, _) => method == "PUT" ? (200, body) : null;
        using var place = _rig.Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception);
        Assert.That(_rig.Server.Names, Has.Member("in/out/a.csv").And.No.Member("in/out/done/a.csv"));
    }

    [Test]
    public void A_removal_without_an_answer_is_not_sent_again()
    {
        _rig.Lost = sending =>
        {
            if (sending.Method != "DELETE")
            {
                return null;
            }

            // It was removed, and the next delivery is there before anybody knows.
            _rig.Server.Put("in/out/a.csv", "id,name\n5,new\n");
            _rig.Lost = _ => null;
            return new HttpReply(HttpEnd.Lost) { Why = "the connection broke" };
        };
        using var place = _rig.Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception);
        Assert.That(_rig.Server.Text("in/out/a.csv"), Does.Contain("new"));
        Assert.That(_rig.Server.Names, Has.Member("in/out/done/a.csv"));
    }

    [Test]
    public void Sizes_that_no_number_holds_together_are_no_bug()
    {
        const string piece = "id,name\n1,w\n";
        var entries = new[] { "a", "b" }.Select(name => $"<Contents><Key>in/out/{name}.csv</Key><ETag>t</ETag>"
            + $"<Size>{long.MaxValue}</Size><LastModified>2026-01-30T01:00:00Z</LastModified></Contents>");
        _rig.Server.Before = (_, path) => path == $"/{BucketServer.Bucket}"
            ? (200, $"<ListBucketResult>{string.Concat(entries)}</ListBucketResult>")
            : (206, piece + new string('\n', (8 << 20) - piece.Length));
        _rig.Lost = sending => sending.Headers.Any(one => one.Key == "range"
            && !one.Value.StartsWith("bytes=0-", StringComparison.Ordinal))
            ? new HttpReply(HttpEnd.Answered) { Status = 503 } : null;

        Assert.That(_rig.Run("*.csv").Outcome, Is.EqualTo(NodeState.Failed));
    }
}
