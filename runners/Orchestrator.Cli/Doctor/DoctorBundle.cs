using System.Globalization;
using System.IO.Compression;
using System.Text;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Guide;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Doctor;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Doctor;

/// <summary>
/// One zip for who is asked for help: findings, versions, metadata, plans, and what runs wrote, through the gate.
/// Reports and error tables hold values of rows, so neither is in it.
/// </summary>
internal sealed class DoctorBundle
{
    private const int RunsMax = 5;
    private const long BytesMax = 16L << 20;

    private static readonly string[] OfRun = ["manifest.json", "run_results.json", "events.jsonl", "run.log"];

    private readonly Call _call;
    private readonly CallDoctor _hand;
    private readonly OutsideText _outside;
    private readonly List<(string Name, string Text)> _entries = [];
    private readonly List<string> _leftOut = [];

    private DoctorBundle(Call call, CallDoctor hand)
    {
        (_call, _hand) = (call, hand);
        _outside = new OutsideText(call.Host.Secrets);
    }

    /// <summary>Says what will be in it, then writes it.</summary>
    /// <param name="call">The call.</param>
    /// <param name="hand">What was looked at.</param>
    /// <param name="found">What is odd.</param>
    /// <param name="named">The file; null = one beside the current folder's, by the time.</param>
    /// <exception cref="UsageException">The file is there, or there can be none of its name.</exception>
    /// <exception cref="UnwritableException">Its disk is full or read-only.</exception>
    public static int Write(Call call, CallDoctor hand, Diagnosis found, string? named)
    {
        var stamp = call.Host.Time.GetUtcNow().ToString("yyyyMMdd'T'HHmmss", CultureInfo.InvariantCulture);
        var file = named ?? Path.Combine(call.Host.Folder, $"orchestrator-doctor-{stamp}.zip");
        if (Path.Exists(file))
        {
            throw new UsageException($"'{file}' exists already", "a bundle overwrites nothing: name another file");
        }

        if (Path.GetDirectoryName(file) is { } folder && !Directory.Exists(folder))
        {
            throw new UsageException($"there is no folder '{folder}'", "make it, or name another file");
        }

        var bundle = new DoctorBundle(call, hand);
        bundle.Collect(found);
        bundle.Hide();
        bundle.List(file);
        bundle.Save(file);
        return ExitCode.Done;
    }

    private void Collect(Diagnosis found)
    {
        Add("doctor.txt", string.Join('\n', DoctorScreen.Lines(_call, found, []).Select(line => $"{line}")));
        Add("doctor.json", Json.Document(DoctorScreen.Document(_call, found, [])));
        Add("owned.sql", string.Join('\n', OwnedScreen.Lines(found).Select(line => $"{line}")));
        Add("version.json", Json.Document(VersionVerb.Document()));
        foreach (var file in _hand.Request.Solution.Files)
        {
            Add($"metadata/{file.Path}", file.Text);
        }

        if (_hand.Diagnostics.Count > 0)
        {
            Add("validate.txt", string.Join('\n', _hand.Diagnostics.Select(one =>
                $"{one.At.File}:{one.At.Line}:{one.At.Column} {one.Severity} {one.Code}: {one.Message}")));
        }

        if (found.Ledger.IsReadable)
        {
            CollectRuns();
        }
    }

    private void CollectRuns()
    {
        var location = _hand.Request.Ledger;
        Add("ledger.json", Json.Document(LedgerScreen.Document(LedgerStatus.Of(location, _call.Host.Time))));
        using var reader = LedgerReader.Open(location, _call.Host.Time);
        foreach (var run in reader?.Runs(limit: RunsMax) ?? [])
        {
            Add($"runs/{run.Number}/plan.json", reader!.PlanJson(run.PlanHash) ?? "");
            var folder = RunFolders.Of(_hand.Request.Solution.Folder, location, run.Number);
            foreach (var name in OfRun)
            {
                AddFile($"runs/{run.Number}/{name}", Path.Combine(folder, name));
            }
        }
    }

    private void AddFile(string name, string path)
    {
        var file = new FileInfo(path);
        if (!file.Exists || file.LinkTarget is not null)
        {
            return;
        }

        try
        {
            if (file.Length > BytesMax)
            {
                _leftOut.Add($"{name} is left out: it has {Words.Number(file.Length >> 20)} MB");
                return;
            }

            Add(name, Read(path));
        }
        catch (Exception gone) when (gone is FileNotFoundException or DirectoryNotFoundException)
        {
            _leftOut.Add($"{name} is left out: it is gone, as a purge removes it");
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            _leftOut.Add(_outside.Line($"{name} is left out: it cannot be read: {refused.Message}"));
        }
    }

    private static string Read(string path)
    {
        // A run at work writes its log.
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        using var text = new StreamReader(stream);
        return text.ReadToEnd();
    }

    // What is said in one of them in the clear may stand in each of the others.
    private void Add(string name, string text)
    {
        _call.Host.Secrets.RememberParts(text);
        _entries.Add((name, text));
    }

    private void Hide()
    {
        for (var i = 0; i < _entries.Count; i++)
        {
            _entries[i] = (_outside.Line(_entries[i].Name), _outside.Block(CredentialText.Masked(_entries[i].Text)));
        }
    }

    private void List(string file) => _call.Write(
        () => new
        {
            schema_version = Json.SchemaVersion,
            bundle = file,
            entries = _entries.Select(one => new
            {
                name = _outside.Line(one.Name),
                bytes = Encoding.UTF8.GetByteCount(one.Text),
            }),
            left_out = _leftOut,
        },
        () =>
        [
            $"{file} gets, without secrets and rejected values:",
            .. _entries.Select(one => (Line)$"  {KilobytesOf(one.Text),8} KB  {one.Name}"),
            .. _leftOut.Select(one => (Line)$"  {one}"),
        ]);

    private static string KilobytesOf(string text) =>
        Words.Number((Encoding.UTF8.GetByteCount(text) + 1023) / 1024);

    private void Save(string file)
    {
        try
        {
            PrivateFiles.WriteWhole(file, stream =>
            {
                using var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true);
                foreach (var (name, text) in _entries)
                {
                    using var writer = new StreamWriter(zip.CreateEntry(name).Open());
                    writer.Write(text);
                }
            });
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            throw MachineFault.Unwritten(file, fault, "name another file");
        }

        _call.Say($"wrote {file}; look at it before you hand it on");
    }
}
