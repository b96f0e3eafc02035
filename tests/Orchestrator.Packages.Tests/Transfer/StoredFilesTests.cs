using System.IO.Compression;
using System.Runtime.Versioning;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Orchestrator.Packages.Transfer;
using Orchestrator.SftpCluster;

namespace Orchestrator.Packages.Tests.Transfer;

/// <summary>Loads out of a folder that OpenSSH's server has.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
[Platform(Exclude = "Win", Reason = "the server is one of Unix")]
[UnsupportedOSPlatform("windows")]
internal sealed class StoredFilesTests(Platform platform)
{
    private static readonly DateTime Old = new(2026, 1, 30, 1, 0, 0, DateTimeKind.Utc);

    private SftpServer _server = null!;
    private PatternRig _rig = null!;
    private FileIntake _intake = new();
    private Action<string> _said = _ => { };
    private List<FileBefore> _ledger = [];

    [OneTimeSetUp]
    public void StartServer() => _server = SftpServer.Start();

    [OneTimeTearDown]
    public void EndServer() => _server?.Dispose();

    [SetUp]
    public void Make()
    {
        Directory.Delete(_server.Files, recursive: true);
        Directory.CreateDirectory(_server.Files);
        (_rig, _intake, _said, _ledger) = (new PatternRig(platform), new FileIntake(), _ => { }, []);
        Put("out/b.csv", "name,id\nx,2\n");
        Put("out/a.csv", "id,name\n1,w\n");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Files_that_fit_are_loaded_with_their_names_and_hashes_and_stay_there()
    {
        Put("out/.hidden.csv", "id,name\n7,w\n");
        Put("out/c.txt", "8");
        Put("out/deep.csv/d.csv", "id,name\n9,w\n");
        _intake = new FileIntake { NameColumn = "origin" };

        var result = Run("*.csv", Rig.Column("origin", "nvarchar(40)"));

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 2L)));
        Assert.That(_rig.Query("SELECT id, name, origin FROM t ORDER BY id"),
            Is.EqualTo((string[])["1|w|a.csv", "2|x|b.csv"]));
        Assert.That(result.Files.Select(file => (file.Name, file.Outcome, file.Hash.Length, file.Written.UtcDateTime)),
            Is.EqualTo(new[]
            {
                ("a.csv", FileOutcome.Loaded, 64, Old), ("b.csv", FileOutcome.Loaded, 64, Old),
            }));
        Assert.That(Directory.GetFiles(_server.Files, "*", SearchOption.AllDirectories), Has.Length.EqualTo(5));
    }

    [Test]
    public void A_large_packed_file_of_a_folder_below_is_read_whole()
    {
        const int rows = 200_000;
        var file = Path.Combine(_server.Files, "out", "in", "big.csv.gz");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        using (var packed = new StreamWriter(new GZipStream(File.Create(file), CompressionLevel.Fastest)))
        {
            packed.Write("id,name\n");
            for (var row = 0; row < rows; row++)
            {
                packed.Write($"{row},{(row * 7919L) % 1_000_003}\n");
            }
        }

        var result = Run("in/*.gz");

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, (long)rows)));
    }

    [Test]
    public void What_was_loaded_is_left_and_what_has_another_content_is_taken_again()
    {
        _intake = new FileIntake { Take = FileTake.New, OnNone = NoFiles.Skip };
        var first = Record(Run("*.csv"));
        var second = Record(Run("*.csv"));
        Put("out/b.csv", "name,id\ny,2\n");

        // Of the size and time that were recorded it is another one none the less.
        var third = Run("*.csv", loadedAt: Old.AddMinutes(59));

        Assert.That((first.Counts.Read, second.Counts.Read, third.Counts.Read), Is.EqualTo((2L, 0L, 1L)));
    }

    [Test]
    public void A_file_that_becomes_another_one_behind_its_listing_is_not_loaded()
    {
        _intake = new FileIntake { Take = FileTake.New };
        _said = line =>
        {
            if (line.StartsWith("takes 'b.csv'", StringComparison.Ordinal))
            {
                _server.Write("out/b.csv", "name,id\nx,2\ny,3\n");
            }
        };

        var result = Run("*.csv");

        Assert.That((result.Outcome, result.Error?.Code), Is.EqualTo((NodeState.Failed, "ORC3110")));
        Assert.That(result.Files.Select(file => file.Outcome), Has.None.EqualTo(FileOutcome.Refused));
    }

    [Test]
    public void Done_files_the_latest_file_and_exact_names_are_found_there()
    {
        Put("out/b.csv.done", "");
        _intake = new FileIntake { DoneFile = "*.done" };
        Assert.That(Run("*.csv").Files.Single().Name, Is.EqualTo("b.csv"));

        File.SetLastWriteTimeUtc(Path.Combine(_server.Files, "out", "a.csv"), Old.AddMinutes(1));
        _intake = new FileIntake { Take = FileTake.Latest };
        Assert.That(Run("*.csv").Files.Single().Name, Is.EqualTo("a.csv"));

        _intake = new FileIntake();
        Assert.That(Run("b.csv").Files.Single().Name, Is.EqualTo("b.csv"));
    }

    [Test]
    public void A_file_is_found_there_whatever_its_case_where_that_is_said()
    {
        var source = new ObjectSource { Connection = "Drop", File = "B*.CSV", IgnoreCase = true };

        Assert.That(Run(source, Old).Files.Select(file => file.Name), Is.EqualTo((string[])["b.csv"]));
        Assert.That(Run("B*.CSV").Error?.Code, Is.EqualTo("ORC3101"));
    }

    [TestCase("none.csv", "ORC3101")]
    [TestCase("none/*.csv", "ORC3101")]
    [TestCase("../*.csv", "ORC3102")]
    public void Where_there_is_no_file_it_is_said(string pattern, string code) =>
        Assert.That(Run(pattern).Error?.Code, Is.EqualTo(code));

    [Test]
    public void A_link_is_not_followed_and_a_folder_that_is_missing_is_said()
    {
        File.CreateSymbolicLink(Path.Combine(_server.Files, "out", "c.csv"), "/etc/passwd");
        Assert.That(Run("*.csv").Error?.Code, Is.EqualTo("ORC3591"));
        Assert.That(Run("c.csv").Error?.Code, Is.EqualTo("ORC3102"));

        Directory.Delete(Path.Combine(_server.Files, "out"), recursive: true);
        Assert.That(Run("*.csv").Error?.Code, Is.EqualTo("ORC3588"));
    }

    [Test]
    public void A_server_that_is_down_is_a_failure_that_passes()
    {
        _server.Stop();
        var result = Run("*.csv");
        _server.StartAgain();

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3587", ErrorClass.Transient)));
        Assert.That(Run("*.csv").Outcome, Is.EqualTo(NodeState.Succeeded));
    }

    [Test]
    public void A_value_that_does_not_fit_is_told_with_its_file_and_that_one_is_refused()
    {
        Put("out/b.csv", "id,name\nfour,z\n");
        _intake = new FileIntake { Rejected = "bad" };

        var result = Run("*.csv");

        Assert.That(result.Error!.Message, Does.Contain("b.csv, row 1"));
        Assert.That(result.Files.Select(file => (file.Name, file.Move)), Is.EqualTo(new[]
        {
            ("a.csv", FileMove.None), ("b.csv", FileMove.Reject),
        }));
    }

    [Test]
    public void A_file_is_moved_once_and_beside_one_that_has_its_name()
    {
        Put("out/done/a.csv", "older");
        Put("out/in/a.csv", "id\n3\n");
        using var place = Opened();

        Assert.That(place.Move("a.csv", "done", 482), Is.EqualTo("done/a.482.csv"));
        Assert.That(place.Move("in/a.csv", "done", 482), Is.EqualTo("done/in/a.csv"));

        Assert.That(place.StampOf("done/a.482.csv")?.Written, Is.EqualTo(Old));
        Assert.That(File.ReadAllText(Path.Combine(_server.Files, "out", "done", "a.csv")), Is.EqualTo("older"));
        Assert.That(() => place.Move("a.csv", "done", 483), Throws.InstanceOf<PackageRefusedException>());
    }

    [Test]
    public void What_is_asked_behind_a_sign_off_signs_in_again_and_a_server_that_is_down_is_asked_once()
    {
        _intake = new FileIntake { Archive = "done" };
        var moves = new FileMoves(
            Beside(), text => text, TimeProvider.System, (_, _) => throw new InvalidOperationException());
        ReadFile[] read = [.. Run("*.csv").Files];
        _server.Stop();
        var first = Assert.Throws<PackageRefusedException>(() => moves.Move(read[0], 7));
        var second = Assert.Throws<PackageRefusedException>(() => moves.Move(read[1], 7));
        _server.StartAgain();
        moves.Close();

        Assert.That(second, Is.SameAs(first));
        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"));
        Assert.That(moves.Move(read[0], 7), Is.EqualTo("done/a.csv"), "as one that a killed run has moved");
        Put("out/b.csv", "id,name\n4,other\n");
        Assert.That(moves.Move(read[1], 7), Is.Empty);
        moves.Close();
    }

    private ServerPlace Opened() => ServerPlace.Open(TransferRig.Of(_server), "out", new PlaceAccess(
        _rig.Rig.Folder, text => text, TimeProvider.System, (_, _) => throw new InvalidOperationException(),
        CancellationToken.None));

    private void Put(string file, string text)
    {
        _server.Write(file, text);
        File.SetLastWriteTimeUtc(Path.Combine(_server.Files, file), Old);
    }

    private Solution Beside()
    {
        _rig.Rig.Servers.RemoveAll(each => each.Name == "Drop");
        _rig.Rig.Servers.Add(new Connection
        {
            Name = "Drop",
            Platform = Platform.Files,
            Folder = "sftp://Partner/out",
            Files = _intake,
            Stored = new StoredFolder(TransferRig.Of(_server), "out"),
        });
        return _rig.Rig.Solution;
    }

    private PackageResult Run(string pattern, params ColumnDefinition[] further) =>
        Run(pattern, new DateTime(2026, 1, 31, 2, 0, 0, DateTimeKind.Utc), further);

    private PackageResult Run(string pattern, DateTime loadedAt, params ColumnDefinition[] further) =>
        Run(new ObjectSource { Connection = "Drop", File = pattern }, loadedAt, further);

    private PackageResult Run(ObjectSource source, DateTime loadedAt, params ColumnDefinition[] further)
    {
        Beside();
        var load = _rig.Load(new LoadOptions(),
            [Rig.Column("id", "int"), Rig.Column("name", "nvarchar(20)"), .. further]) with
        {
            Source = source,
        };
        return PackageKinds.All["load"].Run(_rig.Rig.Context(load) with
        {
            Message = line => _said(line),
            Past = new()
            {
                Watermark = () => new WatermarkStart(null, []),
                FilesBefore = _ => [.. _ledger.Select(one => one with { Begun = loadedAt })],
                HasLoadedFiles = () => _ledger.Count > 0,
            },
        });
    }

    private PackageResult Record(PackageResult result)
    {
        Assert.That(result.Error?.Message, Is.Null);
        _ledger.AddRange(result.Files.Select(file => new FileBefore(file, _rig.Rig.LastAttempt, default)));
        return result;
    }
}
