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
    private static readonly DateTime Old = new(2026, 1, 30, 1, 0, 0, 500, DateTimeKind.Utc);

    private BucketServer _server = null!;
    private PatternRig _rig = null!;
    private FileIntake _intake = new();
    private Action<string> _said = _ => { };
    private Func<HttpSending, HttpReply?> _lost = _ => null;

    private BucketStore _store = new() { Name = "" };

    [SetUp]
    public void Make()
    {
        (_server, _rig, _intake, _said, _lost) =
            (new BucketServer(), new PatternRig(platform), new FileIntake(), _ => { }, _ => null);
        _store = new BucketStore
        {
            Name = "Lake",
            Endpoint = _server.Address,
            Region = BucketServer.Region,
            Bucket = BucketServer.Bucket,
            KeyId = BucketServer.KeyId,
            Key = BucketServer.Key,
            Folder = "in",
            AllowPrivate = true,
        };
        _server.Put("in/out/b.csv", "name,id\nx,2\n", Old);
        _server.Put("in/out/a.csv", "id,name\n1,w\n", Old);
    }

    [TearDown]
    public void Remove()
    {
        _rig.Dispose();
        _server.Dispose();
    }

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
        _server.PageMax = 2;
        _server.Put("in/out/c + 'd' (ä~*)%2F.csv", "id,name\n3,y\n", Old);
        _server.Put("in/out/.hidden.csv", "id,name\n9,w\n");
        _server.Put("in/out/c.txt", "8");
        _server.Put("in/out/deep/d.csv", "id,name\n9,w\n");
        _server.Put("in/out/", "");
        _server.Put("in/outer.csv", "id,name\n9,w\n");
        _server.Put("z.csv", "id,name\n9,w\n");

        var result = Run("*.csv");

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 3L)));
        Assert.That(_rig.Query("SELECT id, name FROM t ORDER BY id"), Is.EqualTo((string[])["1|w", "2|x", "3|y"]));
        Assert.That(result.Files.Select(file => (file.Name, file.Hash.Length)), Is.EqualTo(new[]
        {
            ("a.csv", 64), ("b.csv", 64), ("c + 'd' (ä~*)%2F.csv", 64),
        }));
        Assert.That(result.Files[0].Written.UtcDateTime, Is.EqualTo(Old));
    }

    [Test]
    public void A_file_of_several_pieces_is_read_whole_also_where_one_of_them_breaks()
    {
        const int rows = 1_200_000;
        var lines = Enumerable.Range(0, rows).Select(row => $"{row},abcdefg\n");
        _server.Put("in/out/big.csv", "id,name\n" + string.Concat(lines), Old);
        var breaks = 0;
        _lost = sending => sending.Headers.Any(one => one.Key == "range"
            && one.Value.StartsWith("bytes=8388608-", StringComparison.Ordinal)) && breaks++ == 0
            ? new HttpReply(HttpEnd.Broken) { Why = "the connection broke" } : null;

        var result = Run("big.csv");

        Assert.That((result.Error?.Message, result.Counts.Inserted, breaks),
            Is.EqualTo(((string?)null, (long)rows, 2)));
    }

    [Test]
    public void A_file_that_becomes_another_one_behind_its_listing_is_not_loaded()
    {
        _intake = new FileIntake { Take = FileTake.New };
        _said = line =>
        {
            if (line.StartsWith("takes 'b.csv'", StringComparison.Ordinal))
            {
                // Of the same size and time.
                _server.Put("in/out/b.csv", "name,id\ny,2\n", Old);
            }
        };

        var result = Run("*.csv");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3110")));
    }

    [TestCase("none.csv", "ORC3101")]
    [TestCase("none/*.csv", "ORC3101")]
    [TestCase("../*.csv", "ORC3102")]
    public void Where_there_is_no_file_it_is_said(string pattern, string code) =>
        Assert.That(Run(pattern).Error?.Code, Is.EqualTo(code));

    [TestCase("key", "ORC3631", "SignatureDoesNotMatch")]
    [TestCase("keyId", "ORC3631", "InvalidAccessKeyId")]
    [TestCase("region", "ORC3631", "InvalidAccessKeyId")]
    [TestCase("bucket", "ORC3632", "NoSuchBucket")]
    [TestCase("clock", "ORC3631", "RequestTimeTooSkewed")]
    public void A_store_that_refuses_says_why(string what, string code, string said)
    {
        _store = what switch
        {
            "key" => _store with { Key = "other" },
            "keyId" => _store with { KeyId = "other" },
            "region" => _store with { Region = "us-east-1" },
            "bucket" => _store with { Bucket = "others" },
            _ => _store,
        };
        _server.Now = () => TimeProvider.System.GetUtcNow().AddHours(what == "clock" ? 1 : 0);

        var error = Run("*.csv").Error!;

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
        _server.Before = (_, _) => (status, body);

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class), Is.EqualTo((code, errorClass)), error.Message);
    }

    [Test]
    public void A_store_that_is_down_is_asked_twice_and_fails_for_now()
    {
        var asked = 0;
        _lost = _ => ++asked > 0 ? new HttpReply(HttpEnd.Unreached) { Why = "nobody was there" } : null;

        var error = Run("*.csv").Error!;

        Assert.That((error.Code, error.Class, asked), Is.EqualTo(("ORC3630", ErrorClass.Transient, 2)));
    }

    [Test]
    public void One_within_the_own_network_says_what_allows_it()
    {
        _lost = _ => new HttpReply(HttpEnd.Refused)
        {
            Why = "it is private, unless `allowPrivate: true` below `http` says so.",
        };

        var error = Run("*.csv").Error!;

        Assert.That(error.Code, Is.EqualTo("ORC3634"));
        Assert.That(error.Message, Does.Contain("allowPrivate").And.Not.Contain("below `http`"));
    }

    [Test]
    public void A_file_is_moved_by_a_copy_and_one_that_a_killed_run_has_copied_is_not_copied_again()
    {
        _server.Put("in/out/done/a.csv", "older");
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.482.csv"));
        _server.Put("in/out/done/b.csv", "name,id\nx,2\n");
        Assert.That(place.Move("b.csv", "done", 482), Is.EqualTo("done/b.csv"));

        Assert.That(_server.Names, Is.EqualTo(new[]
        {
            "in/out/done/a.482.csv", "in/out/done/a.csv", "in/out/done/b.csv",
        }));
        Assert.That(_server.Text("in/out/done/a.csv"), Is.EqualTo("older"));
        Assert.That(() => place.Move("a.csv", "done", 483), Throws.InstanceOf<IOException>());
    }

    [TestCase("<Error><Code>SlowDown</Code></Error>")]
    [TestCase("<CopyObjectResult><ETag>x</ETag></CopyObjectResult>")]
    public void An_original_is_not_removed_where_its_copy_is_not_there(string body)
    {
        _server.Before = (method, _) => method == "PUT" ? (200, body) : null;
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception);
        Assert.That(_server.Names, Has.Member("in/out/a.csv").And.No.Member("in/out/done/a.csv"));
    }

    [Test]
    public void A_file_that_took_the_place_of_another_one_is_neither_moved_nor_removed()
    {
        using var place = Opened();
        Assert.That(place.StampOf("a.csv"), Is.Not.Null);
        _server.Put("in/out/a.csv", "id,name\n5,new\n");

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.InstanceOf<IOException>());
        Assert.That(_server.Text("in/out/a.csv"), Does.Contain("new"));
    }

    [Test]
    public void A_removal_without_an_answer_is_not_sent_again()
    {
        _lost = sending =>
        {
            if (sending.Method != "DELETE")
            {
                return null;
            }

            // It was removed, and the next delivery is there before anybody knows.
            _server.Put("in/out/a.csv", "id,name\n5,new\n");
            _lost = _ => null;
            return new HttpReply(HttpEnd.Lost) { Why = "the connection broke" };
        };
        using var place = Opened();

        Assert.That(() => place.Move("a.csv", "done", 482), Throws.Exception);
        Assert.That(_server.Text("in/out/a.csv"), Does.Contain("new"));
        Assert.That(_server.Names, Has.Member("in/out/done/a.csv"));
    }

    [Test]
    public void Sizes_that_no_number_holds_together_are_no_bug()
    {
        const string piece = "id,name\n1,w\n";
        var entries = new[] { "a", "b" }.Select(name => $"<Contents><Key>in/out/{name}.csv</Key><ETag>t</ETag>"
            + $"<Size>{long.MaxValue}</Size><LastModified>2026-01-30T01:00:00Z</LastModified></Contents>");
        _server.Before = (_, path) => path == $"/{BucketServer.Bucket}"
            ? (200, $"<ListBucketResult>{string.Concat(entries)}</ListBucketResult>")
            : (206, piece + new string('\n', (8 << 20) - piece.Length));
        _lost = sending => sending.Headers.Any(one => one.Key == "range"
            && !one.Value.StartsWith("bytes=0-", StringComparison.Ordinal))
            ? new HttpReply(HttpEnd.Answered) { Status = 503 } : null;

        Assert.That(Run("*.csv").Outcome, Is.EqualTo(NodeState.Failed));
    }

    [Test]
    public void What_a_killed_run_has_moved_is_found_by_its_content()
    {
        _intake = new FileIntake { Archive = "done" };
        ReadFile[] read = [.. Run("*.csv").Files];
        var moves = new FileMoves(Beside(), text => text, TimeProvider.System, Send);

        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"));
        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"));
        _server.Put("in/out/b.csv", "id,name\n4,other\n");
        Assert.That(moves.Move(read[1], 7), Is.Empty);
    }

    private StorePlace Opened() => StorePlace.Open(_store, "out", new PlaceAccess(
        _rig.Rig.Folder, text => text, TimeProvider.System, Send, CancellationToken.None));

    private HttpReply Send(HttpSending sending, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (_lost(sending) is { } lost)
        {
            return lost;
        }

        var address = new Uri(sending.Address);
        var headers = sending.Headers.ToDictionary(one => one.Key.ToLowerInvariant(), one => one.Value);
        headers["host"] = address.Authority;
        var (status, body) = _server.Answer(sending.Method, address.PathAndQuery, headers);
        sending.Keep(status)?.Write(body);
        return new HttpReply(HttpEnd.Answered) { Status = status };
    }

    private Solution Beside()
    {
        _rig.Rig.Servers.RemoveAll(each => each.Name == "Drop");
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "Drop",
            Platform = Platform.Files,
            Folder = "s3://Lake/out",
            Files = _intake,
            Stored = new StoredFolder(null, "out") { Store = _store },
        });
        return _rig.Rig.Solution;
    }

    private PackageResult Run(string pattern)
    {
        Beside();
        var load = _rig.Load(new LoadOptions(), Rig.Column("id", "int"), Rig.Column("name", "nvarchar(20)")) with
        {
            Source = new ObjectSource { Connection = "Drop", File = pattern },
        };
        return PackageKinds.All["load"].Run(_rig.Rig.Context(load) with
        {
            Message = line => _said(line),
            SendHttp = Send,
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, []),
                FilesBefore = _ => [],
                HasLoadedFiles = () => false,
            },
        });
    }
}
