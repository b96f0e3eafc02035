using Orchestrator.Service.Tests.Alerts;
using Orchestrator.SftpCluster;

namespace Orchestrator.Cli.Tests.Constructs;

/// <summary>The server that a construct talks to beside its databases, if it does, and what that has heard.</summary>
internal sealed class ConstructServers : IDisposable
{
    private readonly SmtpServer? _mail;
    private readonly AnsweringServer? _web;
    private readonly SftpServer? _files;

    public ConstructServers(Construct construct)
    {
        _mail = construct.Server == "mail" ? new SmtpServer() : null;
        _web = construct.Server == "web"
            ? new AnsweringServer(_ => AnsweringServer.Answer(200, "{\"rate\": 2}"))
            : null;
        _files = construct.Server == "files" ? SftpServer.Start() : null;
        foreach (var (file, text) in construct.All("there"))
        {
            _files!.Write(file, text);
        }
    }

    /// <summary>What it was sent: letters, requests, and the files that lie there.</summary>
    public IEnumerable<string> Heard() =>
    [
        .. _mail?.Letters.ToArray() ?? [],
        .. _web?.Requests.ToArray() ?? [],
        .. Kept(),
    ];

    /// <summary>A solution that says where it is.</summary>
    public string Put(string yaml) => yaml
        .Replace("http://WEB", _web?.Address, StringComparison.Ordinal)
        .Replace("PORT", $"{_mail?.Port ?? _files?.Port}", StringComparison.Ordinal)
        .Replace("LOGIN", SftpServer.User, StringComparison.Ordinal)
        .Replace("KEYFILE", _files?.KeyFile, StringComparison.Ordinal)
        .Replace("HOSTKEY", _files?.HostKey, StringComparison.Ordinal);

    public void Dispose()
    {
        _mail?.DisposeAsync().AsTask().GetAwaiter().GetResult();
        _web?.Dispose();
        _files?.Dispose();
    }

    private string[] Kept() => _files is { Files: var folder }
        ? [.. Directory.GetFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file))]
        : [];
}
