using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Orchestrator.Ledger;

namespace Orchestrator.Service.Tests.Security;

/// <summary>Where the service does not start, and where it does.</summary>
internal sealed class StartTests
{
    [TestCase("0.0.0.0:0")]
    [TestCase("*:0")]
    [TestCase("[::]:0")]
    [TestCase("192.0.2.1:0")]
    public async Task Outside_of_the_machine_it_wants_TLS_or_a_proxy(string listen) => Assert.That(
        (await RefusalAsync(options => options with { Listen = [listen] })).Code, Is.EqualTo("ORC5102"));

    [Test]
    public async Task Outside_of_the_machine_it_wants_tokens() => Assert.That(
        (await RefusalAsync(options => options with { Listen = ["0.0.0.0:0"], Proxies = ["10.0.0.7"] })).Code,
        Is.EqualTo("ORC5103"));

    [Test]
    public async Task Behind_a_proxy_it_wants_tokens_also_on_loopback() => Assert.That(
        (await RefusalAsync(options => options with { Proxies = ["127.0.0.1"] })).Code, Is.EqualTo("ORC5103"));

    [Test]
    public async Task On_all_addresses_it_wants_a_name() => Assert.That(
        (await RefusalAsync(options => Served.WithTokens(options) with
        {
            Listen = ["*:0"],
            Proxies = ["10.0.0.7"],
        })).Code, Is.EqualTo("ORC5106"));

    [TestCase("5080")]
    [TestCase("example.org:5080")]
    [TestCase("127.0.0.1:99999")]
    [TestCase("::1:5080")]
    public async Task What_is_no_address_is_said(string listen)
    {
        var refusal = await RefusalAsync(options => options with { Listen = [listen] });

        Assert.That(refusal.Code, Is.EqualTo("ORC5101"));
        Assert.That(refusal.Message, Does.Contain($"'{listen}'"));
    }

    [TestCase("proxy.example.org")]
    [TestCase("1")]
    [TestCase("010.0.0.7")]
    public async Task A_proxy_is_declared_by_its_address(string proxy) => Assert.That((await RefusalAsync(options =>
        Served.WithTokens(options) with { Proxies = [proxy] })).Code, Is.EqualTo("ORC5101"));

    [TestCase("https://etl.example.org")]
    [TestCase("etl.example.org/page")]
    [TestCase("*.example.org")]
    [TestCase("a b")]
    [TestCase("")]
    public async Task A_name_of_the_page_is_declared_bare(string name) => Assert.That((await RefusalAsync(options =>
        options with { HostNames = [name] })).Code, Is.EqualTo("ORC5101"));

    [Test]
    public async Task A_certificate_that_cannot_be_read_is_said() => Assert.That(
        (await RefusalAsync(options => options with { Tls = new TlsFiles("/nowhere.pem", "/nowhere.key") })).Code,
        Is.EqualTo("ORC5104"));

    [Test]
    public async Task A_port_that_is_taken_is_said()
    {
        await using var served = await Served.StartAsync();

        var refusal = await RefusalAsync(options => options with { Listen = [$"127.0.0.1:{served.Address.Port}"] });

        Assert.That(refusal.Code, Is.EqualTo("ORC5105"));
    }

    [Test]
    public async Task With_a_certificate_cookies_are_kept_to_TLS()
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-tls-");
        await using var served = await Served.StartAsync(options => options with { Tls = Certificate(folder) });

        using var answer = await served.GetAsync("/sign-in");

        Assert.That(served.Address.Scheme, Is.EqualTo("https"));
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(answer.Headers.GetValues("Set-Cookie").Single(),
            Does.StartWith("__Host-").And.Contain("secure").And.Contain("httponly").And.Contain("samesite=strict"));
        folder.Delete(recursive: true);
    }

    [Test]
    public async Task It_stops_when_it_is_told_to()
    {
        using var stop = new CancellationTokenSource();
        await using var host = await ServiceHost.StartAsync(
            Served.Options(new LedgerLocation("/nowhere/ledger.db"), new Served.Seen()), stop.Token);

        await stop.CancelAsync();

        await host.Ended.WaitAsync(TimeSpan.FromMinutes(5));
        using var client = new HttpClient();
        Assert.That(async () => await client.GetAsync(new Uri(host.Addresses[0])),
            Throws.InstanceOf<HttpRequestException>());
    }

    private static async Task<ServiceRefusedException> RefusalAsync(Func<ServiceOptions, ServiceOptions> change)
    {
        var options = change(Served.Options(new LedgerLocation("/nowhere/ledger.db"), new Served.Seen()));
        return (await Assert.ThrowsAsync<ServiceRefusedException>(
            async () => await (await ServiceHost.StartAsync(options, default)).DisposeAsync()))!;
    }

    private static TlsFiles Certificate(DirectoryInfo folder)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
        using var made = request.CreateSelfSigned(
            DateTimeOffset.UnixEpoch, new DateTimeOffset(2099, 1, 1, 0, 0, 0, TimeSpan.Zero));
        var files = new TlsFiles(Path.Combine(folder.FullName, "cert.pem"), Path.Combine(folder.FullName, "key.pem"));
        File.WriteAllText(files.Certificate, made.ExportCertificatePem());
        File.WriteAllText(files.Key, key.ExportPkcs8PrivateKeyPem());
        return files;
    }
}
