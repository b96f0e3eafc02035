using System.Collections.Concurrent;
using System.Net;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Tests;

/// <summary>A service on a free port of this machine, and a client that asks it.</summary>
internal sealed class Served : IAsyncDisposable
{
    /// <summary>A token of an admin, one of an operator, one of a viewer, and one that was revoked.</summary>
    public const string AdminToken = "orc_admin", OperatorToken = "orc_operator", ViewerToken = "orc_viewer",
        RevokedToken = "orc_revoked";

    private readonly DirectoryInfo? _folder;
    private readonly ServiceHost _host;

    private Served(ServiceHost host, DirectoryInfo? folder, Seen seen)
    {
        (_host, _folder, All) = (host, folder, seen);
        Client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            SslOptions =
            {
                RemoteCertificateValidationCallback = (_, shown, _, _) => shown?.Subject == "CN=localhost",
            },
        })
        {
            BaseAddress = new Uri(host.Addresses[0]),
        };
    }

    public HttpClient Client { get; }

    public Uri Address => Client.BaseAddress!;

    public ServiceHost Host => _host;

    public Seen All { get; }

    /// <summary>What was refused so far.</summary>
    public IEnumerable<AuditEntry> Refused => All.Audit.Where(entry => entry.Outcome == "refused");

    /// <param name="change">What is other than by default.</param>
    /// <param name="ledger">The ledger; null = there is none yet.</param>
    public static async Task<Served> StartAsync(
        Func<ServiceOptions, ServiceOptions>? change = null, LedgerLocation? ledger = null)
    {
        var folder = ledger is null ? Directory.CreateTempSubdirectory("orchestrator-served-") : null;
        var seen = new Seen();
        var options = Options(ledger ?? LedgerLocation.OfSolution(folder!.FullName), seen);
        var host = await ServiceHost.StartAsync(change?.Invoke(options) ?? options, default);
        return new Served(host, folder, seen);
    }

    public static ServiceOptions Options(LedgerLocation ledger, Seen seen) => new()
    {
        Ledger = ledger,
        Solution = "Shop",
        Environment = "prod",
        Version = "0.1.0",
        Outside = OutsideText.WithoutSecrets,
        Command = verb => $"orchestrator {verb} -C /srv/shop",
        Listen = ["127.0.0.1:0"],
        Audit = seen.Audit.Enqueue,
        Log = seen.Log.Enqueue,
    };

    /// <summary>With tokens, as it is outside of one machine.</summary>
    public static ServiceOptions WithTokens(ServiceOptions options) => options with
    {
        HasTokens = () => true,
        FindToken = token => token switch
        {
            AdminToken => new TokenGrant("night desk", TokenRole.Admin),
            OperatorToken => new TokenGrant("evening desk", TokenRole.Operator),
            ViewerToken => new TokenGrant("morning desk", TokenRole.Viewer),
            _ => null,
        },
    };

    public async Task<HttpResponseMessage> GetAsync(string path, params (string Name, string Value)[] headers)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, path);
        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);
    }

    public async Task<HttpStatusCode> StatusAsync(string path, params (string Name, string Value)[] headers)
    {
        using var response = await GetAsync(path, headers);
        return response.StatusCode;
    }

    public async Task<string> TextAsync(string path)
    {
        using var response = await GetAsync(path);
        var text = await response.Content.ReadAsStringAsync();
        Assert.That(response.StatusCode, Is.EqualTo(HttpStatusCode.OK), $"{path}: {text}");
        return text;
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _host.DisposeAsync();
        _folder?.Delete(recursive: true);
    }

    /// <summary>What the service has told.</summary>
    internal sealed class Seen
    {
        public ConcurrentQueue<AuditEntry> Audit { get; } = new();

        public ConcurrentQueue<string> Log { get; } = new();
    }
}
