using System.Net;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Runner.Tests.Outbound;

internal sealed class AddressKindsTests
{
    [TestCase("127.0.0.1")]
    [TestCase("127.255.255.254")]
    [TestCase("10.1.2.3")]
    [TestCase("172.16.0.1")]
    [TestCase("172.31.255.255")]
    [TestCase("192.168.1.1")]
    [TestCase("100.64.0.1")]
    [TestCase("::1")]
    [TestCase("fd12:3456::1")]
    [TestCase("::ffff:127.0.0.1")]
    [TestCase("::ffff:10.0.0.1")]
    [TestCase("64:ff9b::7f00:1")]
    [TestCase("64:ff9b::a00:1")]
    [TestCase("2002:7f00:1::")]
    [TestCase("2002:c0a8:101::1")]
    public void Addresses_of_the_machine_and_of_its_networks_are_private(string address) =>
        Assert.That(AddressKinds.Of(IPAddress.Parse(address)), Is.EqualTo(AddressKind.Private));

    [TestCase("0.0.0.0")]
    [TestCase("0.1.2.3")]
    [TestCase("169.254.169.254")]
    [TestCase("169.254.0.1")]
    [TestCase("100.100.100.200")]
    [TestCase("168.63.129.16")]
    [TestCase("192.0.0.192")]
    [TestCase("224.0.0.1")]
    [TestCase("255.255.255.255")]
    [TestCase("198.18.0.1")]
    [TestCase("::")]
    [TestCase("::127.0.0.1")]
    [TestCase("fe80::1")]
    [TestCase("fe80::1%3")]
    [TestCase("fec0::1")]
    [TestCase("ff02::1")]
    [TestCase("fd00:ec2::254")]
    [TestCase("::ffff:169.254.169.254")]
    [TestCase("64:ff9b::a9fe:a9fe")]
    [TestCase("64:ff9b:1::1")]
    [TestCase("2002:a9fe:a9fe::1")]
    [TestCase("2001:0:4136:e378:8000:63bf:3fff:fdd2")]
    [TestCase("2001:db8::1")]
    [TestCase("::ffff:0:127.0.0.1")]
    public void Addresses_that_nobody_means_are_forbidden(string address) =>
        Assert.That(AddressKinds.Of(IPAddress.Parse(address)), Is.EqualTo(AddressKind.Forbidden));

    [TestCase("8.8.8.8")]
    [TestCase("172.32.0.1")]
    [TestCase("172.15.255.255")]
    [TestCase("100.128.0.1")]
    [TestCase("2606:4700::1111")]
    [TestCase("64:ff9b::808:808")]
    [TestCase("::ffff:8.8.8.8")]
    public void Addresses_of_the_internet_are_public(string address) =>
        Assert.That(AddressKinds.Of(IPAddress.Parse(address)), Is.EqualTo(AddressKind.Public));
}
